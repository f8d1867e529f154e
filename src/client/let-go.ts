import { createStore } from './store/store.ts';

interface LetGoText {
  text: string;
  /** Of a thought; otherwise it is a draft that was cancelled. */
  isDeleted: boolean;
}

const KEPT = 3;

/** The last texts cancelled or deleted on this page, the newest first: the add dialog offers them. */
export function createLetGo() {
  const { get, set, subscribe } = createStore<readonly LetGoText[]>([]);
  const forget = (text: string): void => set(get().filter((one) => one.text !== text));
  return {
    get,
    subscribe,
    keep: ({ text, isDeleted }: LetGoText): void => {
      const wasDeleted = get().some((one) => one.text === text && one.isDeleted);
      forget(text);
      set([{ text, isDeleted: isDeleted || wasDeleted }, ...get()].slice(0, KEPT));
    },
    /** It is on the board again. */
    forget,
  };
}
