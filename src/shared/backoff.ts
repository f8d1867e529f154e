import { isRetryable } from './problem.ts';

export const MAX_BACKOFF_MS = 32_000;

/** Longest wait that an answer may ask for: a proxy's may be hours, or overflow a timer. */
export const MAX_RETRY_AFTER_MS = 60_000;

/** Milliseconds before an attempt, with jitter, so that clients that failed together spread out. */
export function backoffDelay(attempt: number, max = MAX_BACKOFF_MS): number {
  const bound = Math.min(max, 1000 * 2 ** (attempt - 1));
  return bound / 2 + (Math.random() * bound) / 2;
}

/** A signal that is never aborted. */
export const NEVER = new AbortController().signal;

/**
 * Runs a task, with back-off of at most `max` ms after retryable problems; undefined if the signal is aborted before it
 * succeeds.
 */
export async function retry<T>(
  signal: AbortSignal,
  task: () => Promise<T>,
  max = MAX_BACKOFF_MS,
): Promise<T | undefined> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!isRetryable(error)) throw error;
      const requested = Math.min(error.retryAfter, MAX_RETRY_AFTER_MS);
      await pause(Math.max(backoffDelay(attempt, max), requested), signal);
    }
  }
  return undefined;
}

/** Resolves after so many milliseconds, or as soon as the signal is aborted; never rejects. */
export function pause(millis: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, millis);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
