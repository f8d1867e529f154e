import { fetchOwn } from './own-address.ts';
import type { BrowserStorage } from './storage.ts';
import { STORAGE_KEYS } from './storage-keys.ts';

/**
 * Returns what reloads the page once, when the server has another version, the tab is hidden, and the storage has all
 * that the page would lose.
 */
export function renewPage(
  own: string | undefined,
  storage: Pick<BrowserStorage, 'isKept'>,
  reload = () => location.reload(),
) {
  let wanted: string | undefined;
  /** The version to reload for now, if any. */
  const due = (): string | undefined => {
    const isTyping = document.activeElement?.matches('input, textarea') === true;
    if (document.visibilityState !== 'hidden' || isTyping || !storage.isKept()) return undefined;
    return sessionStorage.getItem(STORAGE_KEYS.renewedFor) === wanted ? undefined : wanted;
  };
  const renew = async (): Promise<void> => {
    const version = due();
    if (version === undefined) return;
    // Unless the server still answers, a page of the browser's own would take this one's place.
    const { ok } = await fetchOwn('/');
    if (!ok || due() !== version) return;
    sessionStorage.setItem(STORAGE_KEYS.renewedFor, version);
    reload();
  };
  document.addEventListener('visibilitychange', () => {
    // Without storage, typed text would be lost; without the server, the page.
    renew().catch(() => {});
  });
  return (version: string): void => {
    wanted = version === own ? undefined : version;
  };
}

/** Reloads a page restored from the back/forward cache if its person has signed out; until then it shows nothing. */
export function renewForOthers(storage: BrowserStorage, reload = () => location.reload()): void {
  const storedUser = (): string | null => storage.getItem(STORAGE_KEYS.authUser);
  let userAtHide: string | null = null;
  addEventListener('pagehide', () => {
    userAtHide = storedUser();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || storedUser() === userAtHide) return;
    document.documentElement.hidden = true;
    reload();
  });
}
