import { createStore } from './store/store.ts';

interface DiscardedText {
  text: string;
  /** Whether a thought had the text; otherwise it is a draft that was cancelled. */
  isDeleted: boolean;
}

const KEPT = 3;

/** The last texts cancelled or deleted on this page, the newest first: the add dialog offers them. */
export function createDiscardedTexts() {
  const { get, set, subscribe } = createStore<readonly DiscardedText[]>([]);
  const forget = (text: string): void => set(get().filter((one) => one.text !== text));
  return {
    get,
    subscribe,
    keep: ({ text, isDeleted }: DiscardedText): void => {
      const wasDeleted = get().some((one) => one.text === text && one.isDeleted);
      forget(text);
      set([{ text, isDeleted: isDeleted || wasDeleted }, ...get()].slice(0, KEPT));
    },
    /** Leaves out a text that is on the board again. */
    forget,
    /** The text to offer: the newest for an empty box, and the next older one for a text that was put back. */
    offeredOver: (text: string): string | undefined => {
      const at = get().findIndex((one) => one.text === text);
      return at === -1 && text !== '' ? undefined : get()[at + 1]?.text;
    },
  };
}
