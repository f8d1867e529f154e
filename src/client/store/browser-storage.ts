import * as v from 'valibot';

export type BrowserStorage = ReturnType<typeof openStorage>;

/** Opens a storage that never fails: what the browser refuses is kept in memory. Reports other tabs' changes. */
export function openStorage(open: () => Storage, tab: EventTarget = window) {
  const unkept = new Map<string, string>();
  let hasWarned = false;
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(open());
    } catch (error) {
      if (!hasWarned) console.warn('This browser keeps nothing between visits', error);
      hasWarned = true;
      return undefined;
    }
  };
  return {
    keys: (): string[] => [
      ...new Set([...unkept.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])]),
    ],
    getItem: (key: string): string | null =>
      unkept.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem: (key: string, value: string): void => {
      unkept.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        unkept.delete(key);
      });
    },
    removeItem: (key: string): void => {
      unkept.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    /** Calls back when another tab changed an item whose key has that prefix, or with null when it cleared all. */
    onChange: (prefix: string, listener: (key: string | null) => void) => {
      const listen = ({ key }: Partial<StorageEvent>): void => {
        // No key: everything was cleared.
        if (key?.startsWith(prefix) !== false) listener(key ?? null);
      };
      tab.addEventListener('storage', listen);
      return () => tab.removeEventListener('storage', listen);
    },
  };
}

/** A stored item, or null when it does not fit the schema. */
export function parseItem<T>(schema: v.GenericSchema<unknown, T>, item: string | null): T | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), item);
  return parsed.success ? parsed.output : null;
}

/**
 * Opens the entries whose keys begin with `prefix`. Each has its own key, so that tabs do not overwrite
 * one another's. Entries that do not fit the schema are ignored.
 */
export function openCollection<T>(
  storage: BrowserStorage,
  prefix: string,
  schema: v.GenericSchema<unknown, T>,
) {
  const known = new Map<string, { item: string | null; entry: T | null }>();
  /** Returns the same object until the entry changes. */
  const find = (id: string): T | null => {
    const item = storage.getItem(prefix + id);
    if (known.get(id)?.item !== item) known.set(id, { item, entry: parseItem(schema, item) });
    return known.get(id)?.entry ?? null;
  };
  return {
    find,
    read: (): T[] =>
      storage
        .keys()
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => find(key.slice(prefix.length)) ?? []),
    /** Returns the value, which is what is found from then on. */
    write: (id: string, value: T): T => {
      const item = JSON.stringify(value);
      known.set(id, { item, entry: value });
      storage.setItem(prefix + id, item);
      return value;
    },
    remove: (id: string): void => {
      known.delete(id);
      storage.removeItem(prefix + id);
    },
  };
}
