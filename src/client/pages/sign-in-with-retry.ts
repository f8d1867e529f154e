import { pause } from '#shared/backoff.ts';
import { isRetryable } from '#shared/problem.ts';

/** So long (ms) a sign-in is seen to be under way before it counts as failed. */
const PATIENCE_MS = 600;
/** Milliseconds between two tries, of which three begin in that time. */
const PAUSE_MS = 250;

/**
 * Signs in, and takes a failure that may pass for none as long as there is time to try again.
 * Rejects with the last failure, never so soon that the press would seem to have done nothing.
 */
export async function signInWithRetry(signIn: () => Promise<void>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await signIn();
    } catch (error) {
      const left = end - performance.now();
      const wait = isRetryable(error) ? Math.max(PAUSE_MS, error.retryAfter) : Infinity;
      await pause(Math.min(wait, left));
      if (wait >= left) throw error;
    }
  }
}
