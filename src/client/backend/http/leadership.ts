import type { Unsubscribe } from '#client/backend/backend.ts';

/** A tab's part in choosing the one that leads. */
export interface Leadership {
  isLeading: () => boolean;
  /** Takes the lead from a tab that is taken for dead. */
  seize: () => void;
  leave: Unsubscribe;
}

/**
 * Waits for a lock that one tab at a time can hold. `lead` runs when this tab gets it and returns
 * what to do when the lead ends: by leaving, or by another tab's seizing it.
 */
export function standForLead(
  locks: Pick<LockManager, 'request'>,
  name: string,
  lead: () => () => void,
): Leadership {
  const leaving = new AbortController();
  let stepDown: (() => void) | null = null;

  const hold = (): Promise<void> =>
    new Promise((resolve) => {
      if (leaving.signal.aborted) return resolve();
      const stop = lead();
      stepDown = () => {
        stepDown = null;
        stop();
        resolve();
      };
    });
  const request = (options: LockOptions): void => {
    locks.request(name, options, hold).catch((reason: unknown) => {
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason;
      // Leaving ends the wait; otherwise the lock was seized, and this tab is in line again.
      if (leaving.signal.aborted) return;
      stepDown?.();
      wait();
    });
  };
  const wait = (): void => request({ signal: leaving.signal });

  wait();
  return {
    isLeading: () => stepDown !== null,
    seize: () => request({ steal: true }),
    leave: () => {
      leaving.abort();
      stepDown?.();
    },
  };
}
