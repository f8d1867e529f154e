import * as v from 'valibot';
import { isOfWriting } from './storage-keys.ts';

/** A browser storage that never fails, and reports other tabs' changes. */
export interface BrowserStorage {
  keys: () => string[];
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
  /** Calls back with what another tab set under a key with `prefix`; null when it was removed. */
  onChange: (prefix: string, listener: (value: string | null) => void) => () => void;
}

/** `lasting` is local storage, `tab` session storage. */
export interface Storages {
  lasting: BrowserStorage;
  tab: BrowserStorage;
}

/** Opens a storage. What it refuses is kept in memory, and the page then asks before it closes. */
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
      const listen = ({ key, newValue }: Partial<StorageEvent>): void => {
        // No key: everything was cleared.
        if (key?.startsWith(prefix) !== false) listener(newValue ?? null);
      };
      target.addEventListener('storage', listen);
      return () => target.removeEventListener('storage', listen);
    },
  };
}

/** A stored item, or null when it does not fit the schema. */
export function parseItem<T>(schema: v.GenericSchema<unknown, T>, item: string | null): T | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), item);
  return parsed.success ? parsed.output : null;
}

export type Shelf<T> = ReturnType<typeof openShelf<T>>;

/**
 * Opens the entries whose keys begin with `prefix`. Each has its own key, so that tabs do not overwrite
 * one another's. Entries that do not fit the schema are ignored.
 */
export function openShelf<T>(
  storage: BrowserStorage,
  prefix: string,
  schema: v.GenericSchema<unknown, T>,
) {
  const known = new Map<string, { item: string; entry: T | null }>();
  /** Returns the same object until the entry changes. */
  const find = (id: string): T | null => {
    const item = storage.getItem(prefix + id);
    if (item === null) {
      known.delete(id);
      return null;
    }
    if (known.get(id)?.item !== item) known.set(id, { item, entry: parseItem(schema, item) });
    return known.get(id)?.entry ?? null;
  };
  return {
    find,
    /** Ignores entries of other versions. */
    read: (): T[] =>
      storage
        .keys()
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => find(key.slice(prefix.length)) ?? []),
    write: (id: string, value: unknown): void =>
      storage.setItem(prefix + id, JSON.stringify(value)),
    remove: (id: string): void => storage.removeItem(prefix + id),
  };
}
