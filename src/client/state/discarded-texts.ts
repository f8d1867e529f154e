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
    has: (text: string): boolean => get().some((one) => one.text === text),
    /**
     * The text to offer over another: the newest, drafts that wait, and the others, one after the other. So a second
     * press brings back the draft that the first has made wait.
     */
    offeredOver: (text: string, drafts: readonly string[]): string | undefined => {
      const discarded = get().map((one) => one.text);
      const others = drafts.filter((draft) => !discarded.includes(draft));
      const texts = [...discarded.slice(0, 1), ...others, ...discarded.slice(1)];
      const at = texts.indexOf(text);
      return [...texts.slice(at + 1), ...texts.slice(0, Math.max(at, 0))][0];
    },
  };
}

export type DiscardedTexts = ReturnType<typeof createDiscardedTexts>;
