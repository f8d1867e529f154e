import { isBlank } from '#shared/thought.ts';
import { createStore } from '#client/store/store.ts';

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
    /** The text to offer over another: the newest, or the one after that if it is one of them itself. */
    offeredOver: (text: string): string | undefined => {
      const texts = get().map((one) => one.text);
      const at = texts.indexOf(text);
      return [...texts.slice(at + 1), ...texts.slice(0, Math.max(at, 0))][0];
    },
    /** Keeps a text for which another is put back, as the next to offer. */
    swap: (text: string, putBack: string): void => {
      const texts = get();
      if (isBlank(text) || texts.some((one) => one.text === text)) return;
      const after = texts.findIndex((one) => one.text === putBack) + 1;
      // One more than otherwise: the text that is put back is kept, too.
      set(texts.toSpliced(after, 0, { text, isDeleted: false }).slice(0, KEPT + 1));
    },
  };
}

export type DiscardedTexts = ReturnType<typeof createDiscardedTexts>;
