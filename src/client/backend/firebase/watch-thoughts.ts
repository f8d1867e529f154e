import {
  limit,
  onSnapshot,
  query,
  type FirestoreError,
  type Query,
  type QuerySnapshot,
} from 'firebase/firestore';
import { backoffDelay } from '#shared/backoff.ts';
import { PAGE_SIZE } from '#shared/limits.ts';
import type { LiveEvent, LiveWindow, Unsubscribe } from '#client/backend/backend.ts';
import { thoughtOf } from './thought-document.ts';
import { createWindowTeller, type ThoughtWindow } from './window-teller.ts';

/** One listener at the database, for the newest `size` thoughts. */
interface Listener {
  readonly size: number;
  /** The first answer tells the whole window, later ones what has changed. */
  tell: (window: ThoughtWindow) => void;
  stop: Unsubscribe;
}

/**
 * Keeps the newest thoughts of a query told, newest first in the query's own order. A lost listener
 * is replaced with back-off; a larger one takes over once it has answered.
 */
export function watchThoughts(
  thoughts: Query,
  size: number,
  onEvent: (event: LiveEvent) => void,
): LiveWindow {
  const teller = createWindowTeller(onEvent);
  let current: Listener | null = null;
  // The one that takes over when it answers.
  let next: Listener | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;

  const stop = (): void => {
    clearTimeout(timer);
    current?.stop();
    next?.stop();
    current = null;
    next = null;
  };
  const hear =
    (listener: Listener) =>
    (snapshot: QuerySnapshot): void => {
      if (snapshot.metadata.fromCache) {
        // A first answer from the cache is ordinary; an empty one comes only when offline.
        if (listener === current || snapshot.empty) teller.tellConnection(false);
        return;
      }
      if (listener !== current) {
        current?.stop();
        current = listener;
        next = null;
      }
      attempt = 0;
      teller.tellConnection(true);
      listener.tell(windowOf(snapshot, listener.size));
      listener.tell = teller.tellChanges;
    };
  const listen = (listener: Listener): void => {
    next = listener;
    const lose = (error: FirestoreError): void => {
      console.error('A live query was lost; trying again', error);
      stop();
      teller.tellConnection(false);
      attempt += 1;
      timer = setTimeout(() => listen(listener), backoffDelay(attempt));
    };
    listener.stop = observe(newest(thoughts, listener.size), hear(listener), lose);
  };

  listen({ size, tell: teller.tellWhole, stop });
  return {
    grow: () => {
      if (next !== null || current === null) return;
      const larger = Math.max(current.size, teller.count()) + PAGE_SIZE;
      listen({ size: larger, tell: teller.tellWhole, stop });
    },
    close: stop,
  };
}

/** One more than wanted: it tells whether there are older ones. */
function newest(thoughts: Query, size: number): Query {
  return query(thoughts, limit(size + 1));
}

function observe(
  thoughts: Query,
  hear: (snapshot: QuerySnapshot) => void,
  lose: (error: FirestoreError) => void,
): Unsubscribe {
  // Metadata tells when answers come from the cache, that is when the connection is gone.
  return onSnapshot(thoughts, { includeMetadataChanges: true }, hear, lose);
}

function windowOf(snapshot: QuerySnapshot, size: number): ThoughtWindow {
  return {
    thoughts: snapshot.docs
      .slice(0, size)
      .map(thoughtOf)
      .filter((thought) => thought !== null),
    more: snapshot.size > size,
  };
}
