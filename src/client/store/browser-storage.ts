import { isOfWriting } from './storage-keys.ts';

/** A storage of the browser that never fails, and tells of other tabs' changes. */
export interface BrowserStorage {
  keys: () => string[];
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
  /** Calls back with what another tab set under `prefix`; null when it was removed. */
  onChange: (prefix: string, listener: (value: string | null) => void) => () => void;
}

/** What a browser keeps for a person: `lasting` for all tabs and for good, `tab` as long as the tab. */
export interface Storages {
  lasting: BrowserStorage;
  tab: BrowserStorage;
}

/** Opens a storage. What it does not take is kept as long as the page, which then asks before it closes. */
export function openStorage(open: () => Storage, tab?: EventTarget): BrowserStorage {
  const unkept = new Map<string, string>();
  let hasWarned = false;
  const attempt = <T>(use: (storage: Storage) => T): { result: T } | null => {
    try {
      return { result: use(open()) };
    } catch (error) {
      if (!hasWarned) console.warn('This browser keeps nothing between visits', error);
      hasWarned = true;
      return null;
    }
  };
  const ask = (event: Event): void => {
    if ([...unkept.keys()].some(isOfWriting)) event.preventDefault();
  };
  const keepOnPage = (key: string, value: string): void => {
    unkept.set(key, value);
    if (isOfWriting(key)) (tab ?? window).addEventListener('beforeunload', ask);
  };
  return {
    keys: () => [
      ...new Set([...unkept.keys(), ...(attempt((storage) => Object.keys(storage))?.result ?? [])]),
    ],
    getItem: (key) => unkept.get(key) ?? attempt((storage) => storage.getItem(key))?.result ?? null,
    setItem: (key, value) => {
      if (attempt((storage) => storage.setItem(key, value)) === null) keepOnPage(key, value);
      else unkept.delete(key);
    },
    removeItem: (key) => {
      unkept.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    onChange: (prefix, listener) => {
      const target = tab ?? window;
      const listen = (event: Event): void => {
        const key = 'key' in event ? event.key : null;
        const value = 'newValue' in event ? event.newValue : null;
        // No key: everything was cleared.
        if (typeof key === 'string' && !key.startsWith(prefix)) return;
        listener(typeof value === 'string' ? value : null);
      };
      target.addEventListener('storage', listen);
      return () => target.removeEventListener('storage', listen);
    },
  };
}
