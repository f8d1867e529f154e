/** Least milliseconds between two readings of the log, so that a busy board's changes travel together. */
const BATCH_INTERVAL_MS = 15;

/** Runs a task soon after it is requested: at once when idle, else in the rhythm of the interval. */
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
