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
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let isRequested = false;
  let isBusy = false;
  let isCancelled = false;

  const run = async (): Promise<void> => {
    isRequested = false;
    const began = performance.now();
    try {
      await task();
      isFailing = false;
      runAgainAfter(Math.min(Math.floor(performance.now() - began), MAX_PAUSE_MS));
    } catch (error) {
      // What it worked with may have been closed meanwhile.
      if (isCancelled) return;
      isRequested = true;
      runAgainAfter(RETRY_INTERVAL_MS);
      if (!isFailing) onError(error);
      isFailing = true;
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
    request: (): void => {
      if (isCancelled) return;
      isRequested = true;
      if (isBusy) return;
      isBusy = true;
      setImmediate(runIfRequested);
    },
    cancel: (): void => {
      isCancelled = true;
      isRequested = false;
      clearTimeout(timer);
    },
  };
}
