import { pause } from '#shared/backoff.ts';

/** Most milliseconds a request waits for others; it waits as long as the task before it took. */
const MAX_PAUSE_MS = 15;
const RETRY_INTERVAL_MS = 1_000;

/** Runs a task one run at a time: who asks meanwhile waits for the next, one for all of them. */
export function coalesce(task: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  let next: Promise<void> | null = null;
  const run = (): Promise<void> => {
    next = null;
    const running = task();
    last = running.catch(() => {
      // Those who asked get the rejection.
    });
    return running;
  };
  return () => (next ??= last.then(run));
}

/** Runs a task at once when idle, else after a pause as long as its last run; a second after it failed. */
export function createPump(task: () => Promise<void>, onError: (error: unknown) => void) {
  const cancelling = new AbortController();
  const { signal } = cancelling;

  /** Runs it until it succeeds; returns how long that took in the end. */
  const succeed = async (): Promise<number> => {
    for (let isFailing = false; !signal.aborted; isFailing = true) {
      const began = performance.now();
      try {
        await task();
        return performance.now() - began;
      } catch (error) {
        // What it worked with may have been closed meanwhile.
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
