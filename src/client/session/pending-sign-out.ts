import { retry } from '#shared/backoff.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';

/** A sign-out that was asked for; the wish outlives the page until the backend has carried it out. */
export interface PendingSignOut {
  isWanted: () => boolean;
  want: () => void;
  /** Signs out in the background, with retries, if that is wanted. */
  carryOut: () => void;
  /** Signs out now, without retries, if that is wanted; rejects when it failed. */
  finish: () => Promise<void>;
}

/** Opens what this browser still has to sign out. */
export function createPendingSignOut(
  backend: Pick<Backend, 'signOut'>,
  storage: BrowserStorage,
): PendingSignOut {
  const isWanted = (): boolean => storage.getItem(STORAGE_KEYS.signOut) !== null;
  const finish = async (): Promise<void> => {
    // Between two tries another tab may have done it, and somebody else have signed in.
    if (!isWanted()) return;
    await backend.signOut();
    storage.removeItem(STORAGE_KEYS.signOut);
  };
  const retryUntilDone = async (): Promise<void> => {
    try {
      await retry(new AbortController().signal, finish);
    } catch (error) {
      console.error('Signing out failed', error);
    }
  };
  return {
    isWanted,
    want: () => storage.setItem(STORAGE_KEYS.signOut, 'true'),
    carryOut: () => void retryUntilDone(),
    finish,
  };
}
