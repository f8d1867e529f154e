import {
  disableNetwork,
  enableNetwork,
  onSnapshot,
  type Firestore,
  type Query,
  type QuerySnapshot,
} from 'firebase/firestore';
import { backoffDelay, MAX_BACKOFF_MS } from '#shared/backoff.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';

/** Longest wait for a new listener while somebody looks at the page, in ms. */
const MAX_VISIBLE_BACKOFF_MS = 5000;

/** A page hidden for longer may have slept, and its connection died without a word, in ms. */
const SLEEP_MS = 10_000;

/** How long a page that is shown and not live leaves the connection to the SDK, in ms. */
const RESTART_MS = 15_000;

export interface SnapshotObserver {
  /** From the cache, a snapshot means no more than that the connection is not there. */
  onSnapshot: (snapshot: QuerySnapshot) => void;
  onLost: () => void;
}

/** Listens to a query until it is unsubscribed; a lost listener is replaced with back-off. */
export function keepListening(thoughts: Query, observer: SnapshotObserver): Unsubscribe {
  let attempt = 0;
  let stop: Unsubscribe;

  const receive = (snapshot: QuerySnapshot): void => {
    if (!snapshot.metadata.fromCache) attempt = 0;
    observer.onSnapshot(snapshot);
  };
  const replace = (error: Error): void => {
    console.error('A live query was lost; trying again', error);
    attempt += 1;
    const max = document.hidden ? MAX_BACKOFF_MS : MAX_VISIBLE_BACKOFF_MS;
    const timer = setTimeout(listen, backoffDelay(attempt, max));
    stop = () => clearTimeout(timer);
    observer.onLost();
  };
  const listen = (): void => {
    // Only metadata says that the results come from the cache from now on.
    stop = onSnapshot(thoughts, { includeMetadataChanges: true }, receive, replace);
  };

  listen();
  return () => stop();
}

/** Begins the SDK's connection again after a sleep: its own pauses grow to 90 s. */
export function keepConnected(firestore: Firestore, isLive: () => boolean): void {
  let hiddenAt = Date.now();
  const restart = (): void => void disableNetwork(firestore).then(() => enableNetwork(firestore));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > SLEEP_MS) restart();
  });
  setInterval(() => {
    if (!document.hidden && !isLive()) restart();
  }, RESTART_MS);
}
