import { backoffDelay, pause } from '#shared/backoff.ts';

/** How often a page asks for the backend's code: for some seconds in all. */
const LOAD_ATTEMPTS = 4;

/** Loads the backend with the SDK, which is large; asks again where a line breaks under it. */
export async function loadFirebaseBackend() {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await import('./firebase-backend.ts');
    } catch (error) {
      if (attempt === LOAD_ATTEMPTS) return reloadOnce(error);
      await pause(backoffDelay(attempt));
    }
  }
}

/**
 * Loads the page again: a newer build may have taken the place of its code, or the engine remember a
 * failure. Throws `error` where that has been of no use.
 */
function reloadOnce(error: unknown): Promise<never> {
  const navigations = performance.getEntriesByType('navigation');
  if (navigations.some((entry) => 'type' in entry && entry.type === 'reload')) throw error;
  location.reload();
  return new Promise(() => {});
}
