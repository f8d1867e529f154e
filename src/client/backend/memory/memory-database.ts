import { newestFirst, type Thought } from '#shared/thought.ts';

export interface DatabaseChange {
  type: 'added' | 'edited' | 'removed';
  thought: Thought;
}

export interface MemoryDatabase {
  get: (textID: string) => Thought | undefined;
  authorOf: (textID: string) => string | undefined;
  newest: (size: number, author?: string) => Thought[];
  put: (thought: Thought) => void;
  /** Deletes a thought for good; its id, used or not, stays its author's. */
  remove: (textID: string, uid: string) => void;
  subscribe: (listener: (change: DatabaseChange) => void) => () => void;
  /** The server's clock, in ms since 1970: never the same twice, so that order is plain. */
  now: () => number;
}

export function createMemoryDatabase(): MemoryDatabase {
  const thoughts = new Map<string, Thought>();
  const authors = new Map<string, string>();
  const listeners = new Set<(change: DatabaseChange) => void>();
  let last = 0;

  const publish = (change: DatabaseChange): void => listeners.forEach((tell) => tell(change));

  return {
    get: (textID) => thoughts.get(textID),
    authorOf: (textID) => authors.get(textID),
    newest: (size, author) =>
      [...thoughts.values()]
        .filter(({ uID }) => author === undefined || uID === author)
        .toSorted(newestFirst)
        .slice(0, size),
    put: (thought) => {
      const type = thoughts.has(thought.textID) ? 'edited' : 'added';
      thoughts.set(thought.textID, thought);
      authors.set(thought.textID, thought.uID);
      publish({ type, thought });
    },
    remove: (textID, uid) => {
      authors.set(textID, uid);
      const thought = thoughts.get(textID);
      thoughts.delete(textID);
      if (thought !== undefined) publish({ type: 'removed', thought });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: () => (last = Math.max(last + 1, Date.now())),
  };
}
