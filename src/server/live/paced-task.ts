/** Most milliseconds a request waits for others; it waits as long as the task before it took. */
const MAX_PAUSE_MS = 15;
/** Milliseconds after which what failed is tried again. */
const RETRY_INTERVAL_MS = 1_000;

/**
 * Runs a task soon after it is requested: at once when idle, else after a pause as long as the last
 * run took. A cheap task so runs for nearly every request, and a costly one for many together. One
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
    const began = performance.now();
    try {
      task();
      const took = Math.floor(performance.now() - began);
      if (took > 0) timer = setTimeout(run, Math.min(took, MAX_PAUSE_MS));
    } catch (error) {
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
