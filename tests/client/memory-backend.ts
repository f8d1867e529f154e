import { PAGE_SIZE } from '#shared/limits.ts';
import { Problem } from '#shared/problem.ts';
import { newThought, requireText, newestFirst, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import {
  isUnknown,
  type Backend,
  type LiveQuery,
  type Mark,
  type ThoughtWindow,
  type WindowListener,
  type Writes,
} from '#client/backend/backend.ts';

/** A backend without a server. The sign-in button signs in `person`. */
export function createMemoryBackend(database: MemoryDatabase, person: User): Backend {
  let user: User | null = null;
  const listeners = new Set<(user: User | null) => void>();

  const setUser = (next: User | null): void => {
    user = next;
    for (const listener of listeners) listener(user);
  };
  const requireUser = (): User => {
    if (user === null) throw new Problem('signed-out');
    return user;
  };
  const requireAuthor = (author: string, signal: AbortSignal): User => {
    signal.throwIfAborted();
    if (user?.uid !== author) throw new Problem('signed-out');
    return user;
  };

  return {
    onAuthState: (listener) => {
      listeners.add(listener);
      queueMicrotask(() => listener(user));
    },
    signIn: async () => setUser(person),
    signOut: async (author) => {
      if ((user?.uid ?? author) !== author) throw new Problem('signed-out');
      setUser(null);
    },
    ...createWrites(database, requireAuthor),
    watch: (name, size, listener) => {
      const { uid } = requireUser();
      const author = name === 'own' ? uid : undefined;
      return watchThoughts(database, { author, size, listener });
    },
  };
}

function createWrites(
  database: MemoryDatabase,
  requireAuthor: (author: string, signal: AbortSignal) => User,
): Writes {
  return {
    addThought: async ({ author: uid, textID, text }, signal) => {
      const person = requireAuthor(uid, signal);
      requireText(text);
      const author = database.authorOf(textID);
      const known = database.get(textID);
      if ((author ?? uid) !== uid || (known?.text ?? text) !== text) throw new Problem('conflict');
      if (known !== undefined) return database.mark();
      if (author !== undefined) throw new Problem('not-found');
      database.put(newThought({ textID, text, at: database.now() }, person));
      return database.mark();
    },
    editThought: async ({ author: uid, textID, text, base }, signal) => {
      requireAuthor(uid, signal);
      requireText(text);
      const thought = database.get(textID);
      if (thought?.uID !== uid) throw new Problem('not-found');
      if (thought.text === text) return database.mark();
      const isBase = thought.version === base.version && thought.text === base.text;
      if (!isBase) throw new Problem('conflict');
      database.put({ ...thought, text, version: thought.version + 1 });
      return database.mark();
    },
    deleteThought: async ({ author: uid, textID }, signal) => {
      requireAuthor(uid, signal);
      if ((database.authorOf(textID) ?? uid) !== uid) throw new Problem('not-found');
      database.remove(textID, uid);
      return database.mark();
    },
  };
}

interface WatchOptions {
  author: string | undefined;
  size: number;
  listener: WindowListener;
}

function watchThoughts(
  database: MemoryDatabase,
  { author, size, listener }: WatchOptions,
): LiveQuery {
  let wanted = size;
  let shown = 0;
  let isOpen = true;
  let passed = -1;
  const deliver = (source: ThoughtWindow['source']): void => {
    if (!isOpen) return;
    const found = database.newest(wanted + 1, author);
    const thoughts = found.slice(0, wanted);
    shown = thoughts.length;
    passed = Number(database.mark());
    listener.onWindow({ thoughts, more: found.length > wanted, source });
    listener.onProgress();
  };
  const unsubscribe = database.subscribe(({ type, thought }) => {
    if ((author ?? thought.uID) !== thought.uID) {
      passed = Number(database.mark());
      return listener.onProgress();
    }
    // A new thought does not push another out of the window.
    if (type === 'added' && shown >= wanted) wanted += 1;
    deliver('change');
  });

  // The result comes asynchronously, as from any other backend.
  queueMicrotask(() => {
    if (isOpen) listener.onLive(true);
    deliver('read');
  });
  return {
    hasPassed: passedBy(database, () => passed),
    grow: () => {
      wanted += PAGE_SIZE;
      deliver('read');
    },
    close: () => {
      isOpen = false;
      unsubscribe();
    },
  };
}

/** Whether what was reached is a mark, or for a lost answer all that there was when it was first asked about. */
export function passedBy(database: MemoryDatabase, reached: () => number): LiveQuery['hasPassed'] {
  const asked = new Map<Mark, Mark>();
  return (mark) => {
    const due = isUnknown(mark) ? (asked.get(mark) ?? database.mark()) : mark;
    asked.set(mark, due);
    return Number(due) <= reached();
  };
}

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
  let changes = 0;

  const publish = (change: DatabaseChange): void => {
    changes += 1;
    listeners.forEach((notify) => notify(change));
  };

  return {
    mark: (): Mark => String(changes),
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
