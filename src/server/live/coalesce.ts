/**
 * Returns the function that runs a task one run at a time. Who asks while it runs waits for the next
 * run, which is one for all of them and begins after they asked.
 */
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
