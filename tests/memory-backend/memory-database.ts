import { newestFirst, type Thought } from '#shared/thought.ts';

export interface DatabaseChange {
  type: 'added' | 'edited' | 'removed';
  thought: Thought;
}

export type MemoryDatabase = ReturnType<typeof createMemoryDatabase>;

export function createMemoryDatabase() {
  const thoughts = new Map<string, Thought>();
  const authors = new Map<string, string>();
  const listeners = new Set<(change: DatabaseChange) => void>();
  let last = 0;

  const publish = (change: DatabaseChange): void => listeners.forEach((notify) => notify(change));

  return {
    get: (textID: string): Thought | undefined => thoughts.get(textID),
    authorOf: (textID: string): string | undefined => authors.get(textID),
    newest: (size: number, author?: string): Thought[] =>
      [...thoughts.values()]
        .filter(({ uID }) => author === undefined || uID === author)
        .toSorted(newestFirst)
        .slice(0, size),
    put: (thought: Thought): void => {
      const type = thoughts.has(thought.textID) ? 'edited' : 'added';
      thoughts.set(thought.textID, thought);
      authors.set(thought.textID, thought.uID);
      publish({ type, thought });
    },
    /** Deletes a thought for good; its id stays reserved for its author. */
    remove: (textID: string, uid: string): void => {
      authors.set(textID, uid);
      const thought = thoughts.get(textID);
      thoughts.delete(textID);
      if (thought !== undefined) publish({ type: 'removed', thought });
    },
    subscribe: (listener: (change: DatabaseChange) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The server's clock, in ms since 1970: never the same twice, so that the order is clear. */
    now: (): number => (last = Math.max(last + 1, Date.now())),
  };
}
