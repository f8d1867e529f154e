import * as v from 'valibot';
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
      const listen = ({ key, newValue }: Partial<StorageEvent>): void => {
        // No key: everything was cleared.
        if (key?.startsWith(prefix) !== false) listener(newValue ?? null);
      };
      target.addEventListener('storage', listen);
      return () => target.removeEventListener('storage', listen);
    },
  };
}

/** What a storage has under a key, or null when it is nothing that fits the schema. */
export function parseItem<T>(schema: v.GenericSchema<unknown, T>, item: string | null): T | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), item);
  return parsed.success ? parsed.output : null;
}

export type Shelf<T> = ReturnType<typeof openShelf<T>>;

/**
 * Opens the entries of one kind, each under a key of its own, so that tabs overwrite none of each other's.
 * Their keys begin with `prefix`; what does not fit the schema is none.
 */
export function openShelf<T>(
  storage: BrowserStorage,
  prefix: string,
  schema: v.GenericSchema<unknown, T>,
) {
  const known = new Map<string, { item: string; entry: T | null }>();
  /** An entry that did not change is the same object. */
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
    /** What can be read; another version may have kept the rest. */
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
