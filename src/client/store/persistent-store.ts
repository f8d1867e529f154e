import * as v from 'valibot';
import type { BrowserStorage } from './browser-storage.ts';
import { createStore, type WritableStore } from './store.ts';

export interface StorageEntry {
  storage: BrowserStorage;
  key: string;
}

/** A store of this tab that outlives the page; what no longer fits the schema is read as null. */
export function createPersistentStore<T>(
  { storage, key }: StorageEntry,
  schema: v.GenericSchema<unknown, T>,
): WritableStore<T | null> {
  const store = createStore(parseItem(schema, storage.getItem(key)));
  return {
    ...store,
    set: (value) => {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(value));
      store.set(value);
    },
  };
}

/** What a storage has under a key, or null when it is nothing that fits the schema. */
export function parseItem<T>(schema: v.GenericSchema<unknown, T>, item: string | null): T | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), item);
  return parsed.success ? parsed.output : null;
}
