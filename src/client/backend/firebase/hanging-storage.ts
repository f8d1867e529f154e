import { pause } from '#shared/backoff.ts';

/** Milliseconds that IndexedDB has to answer. */
const ANSWER_TIMEOUT_MS = 8_000;

/** Where the SDK keeps the session. */
const SDK_DATABASE = 'firebaseLocalStorageDb';

/**
 * Hides an IndexedDB that does not answer, for which the SDK would wait for ever. Without one, it keeps
 * the session in local storage.
 */
export async function hideHangingIndexedDB(): Promise<void> {
  const answers = await Promise.race([opens(), pause(ANSWER_TIMEOUT_MS).then(() => false)]);
  if (answers) return;
  console.error('IndexedDB does not answer; going on without it');
  Object.defineProperty(window, 'indexedDB', { value: undefined });
}

/** Resolves with true once IndexedDB has answered, with an error or not. */
function opens(): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    const opening = indexedDB.open(SDK_DATABASE);
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('error', () => resolve(true));
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve(true);
    });
  }).catch(() => true);
}
