/**
 * Marks a name as in use for as long as this page lives; returns the function that ends it. Nothing
 * happens where the browser has no locks: over plain http, except on localhost.
 */
export function holdName(name: string): () => void {
  const release = new AbortController();
  const isReleased = new Promise<void>((resolve) => {
    release.signal.addEventListener('abort', () => resolve());
  });
  void request(name, () => isReleased);
  return () => release.abort();
}

/**
 * Calls back once no page holds the name any more: it was released, or its page is closed or
 * crashed. Without locks that is at once, because nobody can be asked.
 */
export function whenNameIsFree(name: string, listener: () => void): void {
  void request(name, listener);
}

async function request(name: string, use: () => Promise<void> | void): Promise<void> {
  if (!('locks' in navigator)) return use();
  try {
    await navigator.locks.request(name, use);
  } catch (error) {
    console.warn('The browser gave no lock', error);
  }
}
