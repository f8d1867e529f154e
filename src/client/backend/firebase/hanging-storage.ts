/** Milliseconds that IndexedDB has to answer. */
const ANSWER_TIMEOUT_MS = 8_000;

/** Where the SDK keeps the session. */
const SDK_DATABASE = 'firebaseLocalStorageDb';

/**
 * Hides an IndexedDB that does not answer, for which the SDK would wait for ever. Without one, it keeps
 * the session in local storage.
 */
export async function hideHangingIndexedDB(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<'answered' | 'late'>();
  const timer = setTimeout(() => resolve('late'), ANSWER_TIMEOUT_MS);
  try {
    const opening = indexedDB.open(SDK_DATABASE);
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('error', () => resolve('answered'));
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve('answered');
    });
  } catch {
    resolve('answered');
  }
  const outcome = await promise;
  clearTimeout(timer);
  if (outcome === 'answered') return;
  console.error('IndexedDB does not answer; going on without it');
  Object.defineProperty(window, 'indexedDB', { value: undefined });
}
