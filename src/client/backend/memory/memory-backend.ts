import { PAGE_SIZE } from '#shared/limits.ts';
import { Problem } from '#shared/problem.ts';
import { requireText, timestampFromMillis } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type {
  Backend,
  LiveQuery,
  LiveQueryName,
  ThoughtWindow,
  WindowListener,
} from '#client/backend/backend.ts';
import type { MemoryBoard } from './memory-board.ts';

/** A backend without a server. `person` is who the sign-in button signs in; nobody is at first. */
export function createMemoryBackend(board: MemoryBoard, person: User): Backend {
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
    signOut: async () => setUser(null),
    ...createWrites(board, requireUser),
    watch: (name, size, listener) => {
      const query = watchBoard(board, { name, size, uid: requireUser().uid, listener });
      queries.add(query);
      return query;
    },
  };
}

function createWrites(
  board: MemoryBoard,
  requireUser: (signal: AbortSignal) => User,
): Pick<Backend, 'addThought' | 'editThought' | 'deleteThought'> {
  return {
    addThought: async ({ textID, text }, signal) => {
      const { uid, displayName, photoURL } = requireUser(signal);
      requireText(text);
      const author = board.authorOf(textID);
      const known = board.get(textID);
      if (author !== undefined && author !== uid) throw new Problem('conflict');
      if (known !== undefined && known.text !== text) throw new Problem('conflict');
      if (author !== undefined) return;
      board.put({
        textID,
        uID: uid,
        uName: displayName ?? '',
        text,
        createdAt: timestampFromMillis(board.now()),
        uProfile: photoURL ?? '',
        version: 1,
      });
    },
    editThought: async ({ textID, text, replaces }, signal) => {
      const { uid } = requireUser(signal);
      requireText(text);
      const thought = board.get(textID);
      if (thought?.uID !== uid) throw new Problem('not-found');
      if (thought.text === text) return;
      if (thought.version !== replaces.version) throw new Problem('conflict');
      board.put({ ...thought, text, version: thought.version + 1 });
    },
    deleteThought: async (textID, signal) => {
      const { uid } = requireUser(signal);
      if ((board.authorOf(textID) ?? uid) !== uid) throw new Problem('not-found');
      board.remove(textID, uid);
    },
  };
}

interface WatchOptions {
  name: LiveQueryName;
  size: number;
  uid: string;
  listener: WindowListener;
}

function watchBoard(board: MemoryBoard, { name, size, uid, listener }: WatchOptions): LiveQuery {
  const author = name === 'own' ? uid : undefined;
  let wanted = size;
  let shown = 0;
  let isOpen = true;
  const deliver = (source: ThoughtWindow['source']): void => {
    if (!isOpen) return;
    const found = board.newest(wanted + 1, author);
    const thoughts = found.slice(0, wanted);
    shown = thoughts.length;
    listener.onWindow({ thoughts, more: found.length > wanted, source });
  };
  const unsubscribe = board.subscribe((change) => {
    if (author !== undefined && change.thought.uID !== author) return;
    // A new thought pushes no other one out of the window.
    if (change.type === 'added' && shown >= wanted) wanted += 1;
    deliver('change');
  });

  // As with any other backend, nothing is known before the caller has what it asked for.
  queueMicrotask(() => {
    if (isOpen) listener.onLive(true);
    deliver('read');
  });
  return {
    grow: () => {
      wanted += PAGE_SIZE;
      deliver('read');
    },
    shrink: (next) => {
      wanted = Math.min(wanted, next);
      deliver('read');
    },
    close: () => {
      isOpen = false;
      unsubscribe();
    },
  };
}
