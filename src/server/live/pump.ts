import { pause } from '#shared/backoff.ts';

/** Longest pause after a run, in which requests gather; otherwise it is as long as the run. */
const MAX_PAUSE_MS = 15;
const RETRY_INTERVAL_MS = 1_000;

/** Runs a task one run at a time; all callers during a run share the next. */
export function coalesce(task: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  let next: Promise<void> | null = null;
  const run = (): Promise<void> => {
    next = null;
    const running = task();
    last = running.catch(() => {
      // The callers get the rejection.
    });
    return running;
  };
  return () => (next ??= last.then(run));
}

/** Runs a task at once when idle, else after a pause as long as its last run; a second after it failed. */
export function createPump(task: () => Promise<void>, onError: (error: unknown) => void) {
  const cancelling = new AbortController();
  const { signal } = cancelling;

  /** Runs the task until it succeeds; returns how long its last run took (ms). */
  const succeed = async (): Promise<number> => {
    for (let isFailing = false; !signal.aborted; isFailing = true) {
      const began = performance.now();
      try {
        await task();
        return performance.now() - began;
      } catch (error) {
        // After a cancel, what the task uses may be closed.
        if (!isFailing && !signal.aborted) onError(error);
        await pause(RETRY_INTERVAL_MS, signal);
      }
    }
    return 0;
  };
  const run = coalesce(async () => {
    await new Promise(setImmediate);
    const millis = Math.min(Math.floor(await succeed()), MAX_PAUSE_MS);
    if (millis > 0) await pause(millis, signal);
  });

  return { request: (): void => void run(), cancel: (): void => cancelling.abort() };
}
