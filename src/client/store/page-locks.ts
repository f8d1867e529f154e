/** So that those who only ask are not in one another's way. */
const ASKS: LockOptions = { mode: 'shared' };

/** Whether the browser has locks: over plain http it has none, except on localhost. */
export function hasLocks(): boolean {
  return 'locks' in navigator;
}

/**
 * Holds a lock of a name for as long as this page lives; returns the function that releases it. Nothing
 * happens without locks.
 */
export function holdLock(name: string): () => void {
  const release = new AbortController();
  const isReleased = new Promise<void>((resolve) => {
    release.signal.addEventListener('abort', () => resolve());
  });
  void request(name, {}, () => isReleased);
  return () => release.abort();
}

/**
 * Calls back once no page holds the lock of a name any more: it was released, or its page is closed or
 * crashed. Without locks it never does, because nobody can be asked.
 */
export function whenLockIsFree(name: string, listener: () => void): void {
  void request(name, ASKS, listener);
}

/** Whether a page holds the lock of a name just now. Without locks nobody can be asked. */
export async function isLockHeld(name: string): Promise<boolean> {
  let isHeld = false;
  await request(name, { ...ASKS, ifAvailable: true }, (lock) => {
    isHeld = lock === null;
  });
  return isHeld;
}

async function request(
  name: string,
  options: LockOptions,
  use: (lock: Lock | null) => Promise<void> | void,
): Promise<void> {
  if (!hasLocks()) return;
  try {
    await navigator.locks.request(name, options, use);
  } catch (error) {
    console.warn('The browser gave no lock', error);
  }
}
