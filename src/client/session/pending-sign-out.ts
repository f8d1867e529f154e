import { pause, retry } from '#shared/backoff.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';

/** Other tabs wait this long (ms): a late sign-out could end the next person's session. */
const LATER_MS = 10_000;

export type BeforeSignOut = (signal: AbortSignal) => Promise<void>;

/** A sign-out that was asked for; the wish outlives the page until the backend has carried it out. */
export interface PendingSignOut {
  isWanted: () => boolean;
  want: () => void;
  /** Signs out in the background, after something else, with retries, if that is wanted. */
  carryOut: (before?: BeforeSignOut) => void;
  /** As `carryOut`, if no other tab has done it within some seconds. */
  carryOutLater: () => void;
  /** Signs out now, without retries, if that is wanted; rejects when it failed. */
  finish: () => Promise<void>;
}

/** Opens what this browser still has to sign out. */
export function createPendingSignOut(
  backend: Pick<Backend, 'signOut'>,
  storage: BrowserStorage,
): PendingSignOut {
  const isWanted = (): boolean => storage.getItem(STORAGE_KEYS.signOut) !== null;
  let ending = new AbortController();
  const stop = (): void => {
    ending.abort();
    ending = new AbortController();
  };
  const signOut = async (signal: AbortSignal): Promise<void> => {
    // Between two tries another tab may have done it, and somebody else have signed in.
    if (!isWanted()) return;
    await backend.signOut(signal);
    storage.removeItem(STORAGE_KEYS.signOut);
  };
  const retryUntilDone = async (before: BeforeSignOut): Promise<void> => {
    const { signal } = ending;
    try {
      await before(signal);
      await retry(signal, () => signOut(signal));
    } catch (error) {
      console.error('Signing out failed', error);
    }
  };
  const carryOut = (before: BeforeSignOut = async () => {}): void => void retryUntilDone(before);
  const carryOutLater = (): void => carryOut((signal) => pause(LATER_MS, signal));
  // Carried out by another tab: what is under way here might meet the next person.
  storage.onChange(STORAGE_KEYS.signOut, () => {
    if (!isWanted()) stop();
  });

  return {
    isWanted,
    want: () => storage.setItem(STORAGE_KEYS.signOut, 'true'),
    carryOut,
    carryOutLater,
    finish: async () => {
      // Nothing is sent for one person any more while the next one signs in.
      stop();
      try {
        await signOut(ending.signal);
      } catch (error) {
        if (!isWanted()) return;
        carryOutLater();
        throw error;
      }
    },
  };
}
