import { pause, retry } from '#shared/backoff.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';

/** Milliseconds until a sign-out that failed is tried again. */
const LATER_MS = 10_000;

/** What comes before a sign-out; it is not waited for once the signal is aborted. */
export type BeforeSignOut = (signal: AbortSignal) => Promise<void>;

/** A sign-out that was asked for; the wish outlives the page until the backend has carried it out. */
export interface PendingSignOut {
  isWanted: () => boolean;
  want: () => void;
  /** Signs out in the background, after something else, with retries, if that is wanted. */
  carryOut: (before?: BeforeSignOut) => void;
  /** Signs out now, without retries, if that is wanted; rejects when it failed. */
  finish: () => Promise<void>;
}

/** Opens what this browser still has to sign out. */
export function createPendingSignOut(
  backend: Pick<Backend, 'signOut'>,
  storage: BrowserStorage,
): PendingSignOut {
  const isWanted = (): boolean => storage.getItem(STORAGE_KEYS.signOut) !== null;
  /** Ends what this tab does in the background. */
  let ending = new AbortController();
  const stop = (): void => {
    ending.abort();
    ending = new AbortController();
  };
  const signOut = async (): Promise<void> => {
    // Between two tries another tab may have done it, and somebody else have signed in.
    if (!isWanted()) return;
    await backend.signOut();
    storage.removeItem(STORAGE_KEYS.signOut);
  };
  const retryUntilDone = async (before: BeforeSignOut): Promise<void> => {
    const { signal } = ending;
    try {
      await before(signal);
      await retry(signal, signOut);
    } catch (error) {
      console.error('Signing out failed', error);
    }
  };
  const carryOut = (before: BeforeSignOut = async () => {}): void => void retryUntilDone(before);
  return {
    isWanted,
    want: () => storage.setItem(STORAGE_KEYS.signOut, 'true'),
    carryOut,
    finish: async () => {
      // Nothing is sent for one person any more while the next one signs in.
      stop();
      try {
        await signOut();
      } catch (error) {
        carryOut((signal) => pause(LATER_MS, signal));
        throw error;
      }
    },
  };
}
