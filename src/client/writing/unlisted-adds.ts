import { isSameList } from '#shared/same-list.ts';
import type { WriteQueue } from './write-queue.ts';

/** Milliseconds within which lists that are live show what was added: longer than a stream is silent. */
const LISTED_WITHIN_MS = 20_000;

export interface UnlistedAdds {
  /** Has to be called after each change of the queue, and of whether all lists are live. */
  follow: (areLive: boolean) => void;
  close: () => void;
}

/**
 * Lets go of accepted adds that the lists do not show though they have been live for a while: they
 * were carried out long ago, and lie beyond what is loaded.
 */
export function createUnlistedAdds(queue: Pick<WriteQueue, 'pending' | 'forget'>): UnlistedAdds {
  let waiting: unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    follow: (areLive) => {
      const adds = queue.pending
        .get()
        .filter(({ operation, isAcknowledged }) => isAcknowledged && operation.kind === 'add')
        .map(({ operation }) => operation);
      const next = areLive ? adds : [];
      if (isSameList(next, waiting)) return;
      waiting = next;
      clearTimeout(timer);
      timer = setTimeout(() => next.forEach(queue.forget), LISTED_WITHIN_MS);
    },
    close: () => clearTimeout(timer),
  };
}
