import * as v from 'valibot';
import type { BrowserStorage } from './browser-storage.ts';
import { createStore, type WritableStore } from './store.ts';

/** Where a value is kept: a browser storage and the key in it. */
export interface Place {
  storage: BrowserStorage;
  key: string;
}

/** A kept value; once closed it no longer follows the other tabs. */
export interface KeptValue<T> extends WritableStore<T | null> {
  close: () => void;
}

/**
 * A store that outlives the page: every change is kept in the browser at once, null as nothing.
 * What was kept and no longer fits the schema is taken as nothing.
 */
export function createKeptValue<T>(
  { storage, key }: Place,
  schema: v.GenericSchema<unknown, T>,
): KeptValue<T> {
  const read = (): T | null => {
    const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), storage.getItem(key));
    return kept.success ? kept.output : null;
  };
  const store = createStore(read());
  // Only other tabs' changes make this event, and only in storage that tabs share.
  const follow = (event: StorageEvent): void => {
    if (event.key === key) store.set(read());
  };
  addEventListener('storage', follow);
  return {
    ...store,
    close: () => removeEventListener('storage', follow),
    set: (value) => {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(value));
      store.set(value);
    },
  };
}
