import type { BrowserStorage } from './browser-storage.ts';

/** Entries of one kind in a storage, each under a key of its own, so that tabs overwrite none of each other's. */
export interface Shelf<T> {
  /** An entry that did not change is the same object. */
  find: (id: string) => T | null;
  /** What can be read; another version may have kept the rest. */
  read: () => T[];
  write: (id: string, value: unknown) => void;
  remove: (id: string) => void;
}

/** Opens the entries whose keys begin with `prefix`; `parse` returns null for what is none. */
export function openShelf<T>(
  storage: BrowserStorage,
  prefix: string,
  parse: (item: string, id: string) => T | null,
): Shelf<T> {
  const known = new Map<string, { item: string; entry: T | null }>();
  const find = (id: string): T | null => {
    const item = storage.getItem(prefix + id);
    if (item === null) {
      known.delete(id);
      return null;
    }
    if (known.get(id)?.item !== item) known.set(id, { item, entry: parse(item, id) });
    return known.get(id)?.entry ?? null;
  };
  return {
    find,
    read: () =>
      storage
        .keys()
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => find(key.slice(prefix.length)) ?? []),
    write: (id, value) => storage.setItem(prefix + id, JSON.stringify(value)),
    remove: (id) => storage.removeItem(prefix + id),
  };
}
