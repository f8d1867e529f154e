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
  const written = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), storage.getItem(key));
  const store = createStore(written.success ? written.output : null);
  return {
    ...store,
    set: (value) => {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(value));
      store.set(value);
    },
  };
}
