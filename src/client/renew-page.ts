import { STORAGE_KEYS } from './store/storage-keys.ts';

/** Gives what loads the page anew, once, when its server has another version and nobody looks or types. */
export function renewPage(own: string | undefined, reload = () => location.reload()) {
  let wanted: string | undefined;
  document.addEventListener('visibilitychange', () => {
    const isTyping = document.activeElement?.matches('input, textarea') === true;
    if (wanted === undefined || document.visibilityState !== 'hidden' || isTyping) return;
    try {
      if (sessionStorage.getItem(STORAGE_KEYS.renewedFor) === wanted) return;
      sessionStorage.setItem(STORAGE_KEYS.renewedFor, wanted);
    } catch {
      // Where nothing is kept, what was typed would not be, either.
      return;
    }
    reload();
  });
  return (version: string): void => {
    wanted = version === own ? undefined : version;
  };
}
