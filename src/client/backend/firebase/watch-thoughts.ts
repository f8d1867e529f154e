import { limit, query, type Query, type QueryDocumentSnapshot } from 'firebase/firestore';
import { isSameList, newestFirst, sameOr, type Thought } from '#shared/thought.ts';
import type {
  LiveQuery,
  ThoughtWindow,
  Unsubscribe,
  WindowListener,
} from '#client/backend/backend.ts';
import { keepListening } from './keep-listening.ts';
import { listenInPages, type PageListeners } from './page-listeners.ts';

/** Watches the newest thoughts of a query that is ordered newest first. */
export function watchThoughts(thoughts: Query, size: number, listener: WindowListener): LiveQuery {
  const emitter = createWindowEmitter(listener);
  let listeners: PageListeners | null = null;

  const emit = (source: ThoughtWindow['source']): void => {
    const pages = listeners?.pages();
    if (!listeners || !pages) return;
    emitter.emitWindow({ ...pages, source });
    emitter.emitLive(listeners.isLive());
  };
  const cancel = readNewest(thoughts, (newest) => {
    listeners = listenInPages(thoughts, { newest, size, onChange: emit });
  });

  return {
    grow: () => listeners?.grow(),
    close: () => {
      cancel();
      listeners?.close();
    },
  };
}

function readNewest(
  thoughts: Query,
  callback: (newest: QueryDocumentSnapshot | null) => void,
): Unsubscribe {
  const stop = keepListening(query(thoughts, limit(1)), {
    onSnapshot: ({ metadata, docs }) => {
      if (metadata.fromCache) return;
      stop();
      callback(docs[0] ?? null);
    },
    onLost: () => {},
  });
  return stop;
}

export function createWindowEmitter(listener: WindowListener) {
  let last: ThoughtWindow | null = null;
  let known: ReadonlyMap<string, Thought> = new Map();
  let wasLive = false;

  return {
    /** The thoughts may come in any order, and twice. */
    emitWindow: ({ thoughts: found, more, source }: ThoughtWindow): void => {
      const next = new Map(
        found.map((thought) => [thought.textID, sameOr(known.get(thought.textID), thought)]),
      );
      const thoughts = [...next.values()].toSorted(newestFirst);
      known = next;
      const isRepeat = last?.more === more && isSameList(last.thoughts, thoughts);
      if (source === 'change' && isRepeat) return;
      last = { thoughts, more, source };
      listener.onWindow(last);
    },
    emitLive: (isLive: boolean): void => {
      if (isLive === wasLive) return;
      wasLive = isLive;
      listener.onLive(isLive);
    },
  };
}
