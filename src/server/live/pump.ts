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
  let isRequested = false;
  let isBusy = false;
  let isFailing = false;

  /** Runs it once; returns how long to wait before the next time. */
  const runOnce = async (): Promise<number> => {
    const began = performance.now();
    try {
      await task();
      isFailing = false;
      return Math.min(Math.floor(performance.now() - began), MAX_PAUSE_MS);
    } catch (error) {
      // What it worked with may have been closed meanwhile.
      if (!isFailing && !signal.aborted) onError(error);
      isFailing = true;
      isRequested = true;
      return RETRY_INTERVAL_MS;
    }
  };
  const run = async (): Promise<void> => {
    await new Promise(setImmediate);
    while (isRequested && !signal.aborted) {
      isRequested = false;
      const millis = await runOnce();
      if (millis > 0) await pause(millis, signal);
    }
    isBusy = false;
  };

  return {
    request: (): void => {
      isRequested = true;
      if (isBusy) return;
      isBusy = true;
      void run();
    },
    cancel: (): void => cancelling.abort(),
  };
}
