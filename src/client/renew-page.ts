import { STORAGE_KEYS } from './store/storage-keys.ts';

/** Returns what reloads the page once, when the server has another version and the tab is hidden. */
export function renewPage(own: string | undefined, reload = () => location.reload()) {
  let wanted: string | undefined;
  document.addEventListener('visibilitychange', () => {
    const isTyping = document.activeElement?.matches('input, textarea') === true;
    if (wanted === undefined || document.visibilityState !== 'hidden' || isTyping) return;
    try {
      if (sessionStorage.getItem(STORAGE_KEYS.renewedFor) === wanted) return;
      sessionStorage.setItem(STORAGE_KEYS.renewedFor, wanted);
    } catch {
      // Without storage, typed text would be lost.
      return;
    }
    reload();
  });
  return (version: string): void => {
    wanted = version === own ? undefined : version;
  };
}
