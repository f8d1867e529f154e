import { oncePerReason } from '#server/database/once-per-reason.ts';
import { summarizeError } from '#server/errors/summarize-error.ts';

/** Most milliseconds a request waits for others; it waits as long as the task before it took. */
const MAX_PAUSE_MS = 15;
/** Milliseconds after which what failed is tried again. */
const RETRY_INTERVAL_MS = 1_000;

/**
 * Runs a task soon after it is requested: at once when idle, else after a pause as long as the last
 * run took. A cheap task so runs for nearly every request, and a costly one for many together. One
 * that fails runs again a second later, and why is reported once for each reason until it succeeds.
 * Failures after `cancel` are not reported.
 */
export function createThrottle(
  task: () => Promise<void>,
  onError: (reason: string) => void,
): { request: () => void; cancel: () => void } {
  const report = oncePerReason(onError);
  let timer: NodeJS.Timeout | undefined;
  let isRequested = false;
  let isBusy = false;
  let isCancelled = false;

  const run = async (): Promise<void> => {
    isRequested = false;
    const began = performance.now();
    try {
      await task();
      report(null);
      const took = Math.floor(performance.now() - began);
      runAgainAfter(Math.min(took, MAX_PAUSE_MS));
    } catch (error) {
      // What it worked with may have been closed meanwhile.
      if (isCancelled) return;
      isRequested = true;
      runAgainAfter(RETRY_INTERVAL_MS);
      report(summarizeError(error));
    }
  };
  const runIfRequested = (): void => {
    isBusy = isRequested;
    if (isBusy) void run();
  };
  const runAgainAfter = (pause: number): void => {
    if (isCancelled) return;
    if (pause > 0) timer = setTimeout(runIfRequested, pause);
    else runIfRequested();
  };

  return {
    request: () => {
      if (isCancelled) return;
      isRequested = true;
      if (isBusy) return;
      isBusy = true;
      setImmediate(runIfRequested);
    },
    cancel: () => {
      isCancelled = true;
      isRequested = false;
      clearTimeout(timer);
    },
  };
}
