/** Least milliseconds between two readings of the log, so that a busy board's changes travel together. */
const BATCH_INTERVAL_MS = 15;
/** Milliseconds after which what failed is tried again. */
const RETRY_INTERVAL_MS = 1_000;

/**
 * Runs a task soon after it is requested: at once when idle, else in the rhythm of the interval. One
 * that fails runs again a second later.
 */
export function createPacedTask(
  task: () => void,
  onError: (error: unknown) => void,
): { request: () => void; cancel: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let isRequested = false;
  const run = (): void => {
    timer = null;
    if (!isRequested) return;
    isRequested = false;
    timer = setTimeout(run, BATCH_INTERVAL_MS);
    try {
      task();
    } catch (error) {
      clearTimeout(timer);
      isRequested = true;
      timer = setTimeout(run, RETRY_INTERVAL_MS);
      onError(error);
    }
  };
  let isCancelled = false;
  return {
    request: () => {
      if (isRequested || isCancelled) return;
      isRequested = true;
      if (timer === null) setImmediate(run);
    },
    cancel: () => {
      isCancelled = true;
      isRequested = false;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
