import { Problem } from '#shared/problem.ts';
import { requireText, timestampFromMillis } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Backend, LiveQuery, Writes } from '#client/backend/backend.ts';
import type { MemoryDatabase } from './memory-database.ts';
import { watchThoughts } from './watch-thoughts.ts';

/** A backend without a server. `person` is who the sign-in button signs in; nobody is at first. */
export function createMemoryBackend(database: MemoryDatabase, person: User): Backend {
  let user: User | null = null;
  const listeners = new Set<(user: User | null) => void>();
  const queries = new Set<LiveQuery>();

  const setUser = (next: User | null): void => {
    user = next;
    for (const query of queries) query.close();
    for (const listener of listeners) listener(user);
  };
  const requireUser = (signal?: AbortSignal): User => {
    signal?.throwIfAborted();
    if (user === null) throw new Problem('signed-out');
    return user;
  };

  return {
    onAuthState: (listener) => {
      listeners.add(listener);
      queueMicrotask(() => {
        if (listeners.has(listener)) listener(user);
      });
      return () => listeners.delete(listener);
    },
    signIn: async () => setUser(person),
    signOut: async (signal) => {
      signal.throwIfAborted();
      setUser(null);
    },
    ...createWrites(database, requireUser),
    watch: (name, size, listener) => {
      const query = watchThoughts(database, { name, size, uid: requireUser().uid, listener });
      const close = (): void => {
        query.close();
        queries.delete(query);
      };
      queries.add(query);
      return { ...query, close };
    },
  };
}

function createWrites(
  database: MemoryDatabase,
  requireUser: (signal: AbortSignal) => User,
): Writes {
  return {
    addThought: async ({ textID, text }, signal) => {
      const { uid, displayName, photoURL } = requireUser(signal);
      requireText(text);
      const author = database.authorOf(textID);
      const known = database.get(textID);
      if (author !== undefined && author !== uid) throw new Problem('conflict');
      if (known !== undefined && known.text !== text) throw new Problem('conflict');
      if (known !== undefined) return;
      if (author !== undefined) throw new Problem('not-found');
      database.put({
        textID,
        uID: uid,
        uName: displayName ?? '',
        text,
        createdAt: timestampFromMillis(database.now()),
        uProfile: photoURL ?? '',
        version: 1,
      });
    },
    editThought: async ({ textID, text, replaces }, signal) => {
      const { uid } = requireUser(signal);
      requireText(text);
      const thought = database.get(textID);
      if (thought?.uID !== uid) throw new Problem('not-found');
      if (thought.text === text) return;
      if (thought.version !== replaces.version) throw new Problem('conflict');
      database.put({ ...thought, text, version: thought.version + 1 });
    },
    deleteThought: async (textID, signal) => {
      const { uid } = requireUser(signal);
      if ((database.authorOf(textID) ?? uid) !== uid) throw new Problem('not-found');
      database.remove(textID, uid);
    },
  };
}
