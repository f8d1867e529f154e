/** A task that is run again and again, with an interval in between. */
export interface Polling {
  /** Starts the wait again, for as long as the interval is now. */
  restart: () => void;
  stop: () => void;
}

/** Makes a polling at rest. It waits `interval` ms after each end of the task, which never rejects. */
export function createPolling(interval: () => number, task: () => Promise<void>): Polling {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const restart = (): void => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void task().then(restart), interval());
  };
  return {
    restart,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
