/** Milliseconds that IndexedDB has to answer. */
const ANSWER_TIMEOUT_MS = 8_000;

/** Where the SDK keeps the session. */
const SDK_DATABASE = 'firebaseLocalStorageDb';

/**
 * Hides an IndexedDB that does not answer, for which the SDK would wait for ever. Without one, it keeps
 * the session in local storage.
 */
export async function hideHangingIndexedDB(): Promise<void> {
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    console.error('IndexedDB does not answer; going on without it');
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    settle();
  }, ANSWER_TIMEOUT_MS);
  try {
    const opening = indexedDB.open(SDK_DATABASE);
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('error', () => settle());
    opening.addEventListener('success', () => {
      opening.result.close();
      settle();
    });
  } catch {
    settle();
  }
  await settled;
  clearTimeout(timer);
}
