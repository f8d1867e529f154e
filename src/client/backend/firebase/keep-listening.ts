import { onSnapshot, type Query, type QuerySnapshot } from 'firebase/firestore';
import { backoffDelay, MAX_BACKOFF_MS } from '#shared/backoff.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';

/** Longest wait for a new listener while somebody looks at the page, in ms. */
const MAX_VISIBLE_BACKOFF_MS = 5000;

/** What happens to a kept listener. */
export interface SnapshotObserver {
  /** From the cache, a snapshot means no more than that the connection is not there. */
  onSnapshot: (snapshot: QuerySnapshot) => void;
  onLost: () => void;
}

/** Listens to a query until it is unsubscribed; a lost listener is replaced with back-off. */
export function keepListening(thoughts: Query, observer: SnapshotObserver): Unsubscribe {
  let attempt = 0;
  let stop: Unsubscribe | undefined;

  const receive = (snapshot: QuerySnapshot): void => {
    if (!snapshot.metadata.fromCache) attempt = 0;
    observer.onSnapshot(snapshot);
  };
  const replace = (error: Error): void => {
    console.error('A live query was lost; trying again', error);
    attempt += 1;
    stop = whenDue(attempt, listen);
    observer.onLost();
  };
  const listen = (): void => {
    // Only metadata says that the results come from the cache from now on.
    stop = onSnapshot(thoughts, { includeMetadataChanges: true }, receive, replace);
  };

  listen();
  return () => stop?.();
}

/** Does a task after a wait that grows with the attempts; soon, when the page is shown meanwhile. */
function whenDue(attempt: number, task: () => void): Unsubscribe {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (): void => {
    const max = document.hidden ? MAX_BACKOFF_MS : MAX_VISIBLE_BACKOFF_MS;
    clearTimeout(timer);
    timer = setTimeout(begin, backoffDelay(attempt, max));
  };
  const cancel = (): void => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', schedule);
  };
  const begin = (): void => {
    cancel();
    task();
  };
  document.addEventListener('visibilitychange', schedule);
  schedule();
  return cancel;
}
