import * as v from 'valibot';
import type { BrowserStorage } from './browser-storage.ts';
import { createStore, type WritableStore } from './store.ts';

export interface StorageEntry {
  storage: BrowserStorage;
  key: string;
}

/** A value that outlives the page; once closed it no longer follows the other tabs. */
export interface PersistentStore<T> extends WritableStore<T | null> {
  close: () => void;
}

/** A store that outlives the page; what no longer fits the schema is read as nothing (null). */
export function createPersistentStore<T>(
  { storage, key }: StorageEntry,
  schema: v.GenericSchema<unknown, T>,
): PersistentStore<T> {
  const read = (): T | null => {
    const written = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), storage.getItem(key));
    return written.success ? written.output : null;
  };
  const store = createStore(read());
  return {
    ...store,
    close: storage.onChange(key, () => store.set(read())),
    set: (value) => {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(value));
      store.set(value);
    },
  };
}
