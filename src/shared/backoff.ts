import { isPassing, Problem } from './problem.ts';

/** Longest wait before the next try, in ms. */
const CEILING = 32_000;

/**
 * Milliseconds to wait before try number `attempt` (1 is the first repeat): drawn evenly below a
 * bound that doubles from 1 s, so that many clients that failed together do not return together.
 */
export function backoffDelay(attempt: number): number {
  return Math.random() * Math.min(CEILING, 1000 * 2 ** (attempt - 1));
}

/**
 * Runs a task until it succeeds, with back-off between passing problems; anything else rejects.
 * Returns undefined once the signal is aborted.
 */
export async function retry<T>(
  signal: AbortSignal,
  task: () => Promise<T>,
): Promise<T | undefined> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      const result = await task();
      return signal.aborted ? undefined : result;
    } catch (error) {
      if (!(error instanceof Problem && isPassing(error.code))) throw error;
      await pause(backoffDelay(attempt), signal);
    }
  }
  return undefined;
}

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
