import * as v from 'valibot';
import type { BrowserStorage } from './storage.ts';

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
