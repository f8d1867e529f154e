import { newestFirst, type Thought } from '#shared/thought.ts';

/** What happened to one thought on the board. */
export type BoardChange =
  | { type: 'changed'; thought: Thought }
  | { type: 'removed'; textID: string };

/** A board in memory: the one place that several memory backends share. */
export interface MemoryBoard {
  get: (textID: string) => Thought | undefined;
  /** The newest `size` thoughts, of one author or of all. */
  newest: (size: number, author?: string) => Thought[];
  put: (thought: Thought) => void;
  remove: (textID: string) => void;
  subscribe: (listener: (change: BoardChange) => void) => () => void;
  /** The server's clock, in ms since 1970: never the same twice, so that order is plain. */
  now: () => number;
}

/** Makes an empty board. */
export function createMemoryBoard(): MemoryBoard {
  const thoughts = new Map<string, Thought>();
  const listeners = new Set<(change: BoardChange) => void>();
  let last = 0;

  const publish = (change: BoardChange): void => {
    for (const listener of listeners) listener(change);
  };

  return {
    get: (textID) => thoughts.get(textID),
    newest: (size, author) =>
      [...thoughts.values()]
        .filter(({ uID }) => author === undefined || uID === author)
        .toSorted(newestFirst)
        .slice(0, size),
    put: (thought) => {
      thoughts.set(thought.textID, thought);
      publish({ type: 'changed', thought });
    },
    remove: (textID) => {
      if (thoughts.delete(textID)) publish({ type: 'removed', textID });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: () => {
      last = Math.max(last + 1, Date.now());
      return last;
    },
  };
}
