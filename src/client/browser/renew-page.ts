import type { BrowserStorage } from './storage.ts';
import { STORAGE_KEYS } from './storage-keys.ts';

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

/** Reloads a page that the history brings back after its person has left this browser; until then it shows nothing. */
export function renewForOthers(storage: BrowserStorage, reload = () => location.reload()): void {
  const here = (): string | null => storage.getItem(STORAGE_KEYS.authUser);
  let left: string | null = null;
  addEventListener('pagehide', () => {
    left = here();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || here() === left) return;
    document.documentElement.hidden = true;
    reload();
  });
}
