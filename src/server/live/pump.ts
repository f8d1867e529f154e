import { pause } from '#shared/backoff.ts';

/** Longest pause after a run, in which requests gather; otherwise it is as long as the run. */
const MAX_PAUSE_MS = 15;

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

/** Runs a task at once when idle, else after a pause as long as its last run; of an outage, reports the first error. */
export function createPump(
  task: () => Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  let isFailing = false;
  const run = coalesce(async () => {
    await new Promise(setImmediate);
    const began = performance.now();
    try {
      await task();
      isFailing = false;
    } catch (error) {
      if (!isFailing) onError(error);
      isFailing = true;
    }
    const millis = Math.min(Math.floor(performance.now() - began), MAX_PAUSE_MS);
    if (millis > 0) await pause(millis);
  });
  return () => void run();
}
