/** Milliseconds between two checks for the parent process. */
const POLL_INTERVAL_MS = 500;

/**
 * Stops when the process that started this one has gone: a parent that is killed passes on no
 * signal, and the port would stay taken by a server nobody knows of.
 */
export function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, POLL_INTERVAL_MS);
  timer.unref();
}
