import * as v from 'valibot';
import { createStore, type WritableStore } from '#client/store/store.ts';

/** Where a value is kept: a browser storage and the key in it. */
export interface Place {
  storage: Storage;
  key: string;
}

/**
 * A store that outlives the page: every change is kept in the browser at once, null as nothing.
 * What was kept and no longer fits the schema is taken as nothing.
 */
export function createKeptValue<T>(
  { storage, key }: Place,
  schema: v.GenericSchema<unknown, T>,
): WritableStore<T | null> {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), storage.getItem(key));
  const store = createStore(kept.success ? kept.output : null);
  return {
    ...store,
    set: (value) => {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(value));
      store.set(value);
    },
  };
}
