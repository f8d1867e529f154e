import * as v from 'valibot';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { Operation, operationKey } from './operation.ts';

/** A person's unsent operations in a storage that their tabs share. */
export interface OperationStorage {
  read: () => Operation[];
  has: (operation: Operation) => boolean;
  write: (operation: Operation) => void;
  remove: (operation: Operation) => void;
  /** Removes an operation that was carried out, and lets the other tabs know that it was. */
  acknowledge: (operation: Operation) => void;
  /**
   * Calls back when another tab changed something, with the operation if that was carried out;
   * returns the function that stops it.
   */
  onChange: (listener: (acknowledged: Operation | null) => void) => () => void;
}

const StoredOperation = v.pipe(v.string(), v.parseJson(), Operation);
/** It stands there for no longer than it takes to be announced to the other tabs. */
const AcknowledgedOperation = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ acknowledged: Operation }),
);

/** Keeps each operation under a key of its own, so that tabs do not overwrite one another's. */
export function createOperationStorage(storage: BrowserStorage, uid: string): OperationStorage {
  const prefix = STORAGE_KEYS.operations(uid);
  const keyOf = (operation: Operation): string => prefix + operationKey(operation);
  const parse = (key: string): Operation[] => {
    const stored = v.safeParse(StoredOperation, storage.getItem(key));
    return stored.success ? [stored.output] : [];
  };
  return {
    read: () =>
      storage
        .keys()
        .filter((key) => key.startsWith(prefix))
        .flatMap(parse)
        .toSorted((a, b) => a.at - b.at),
    has: (operation) => storage.getItem(keyOf(operation)) !== null,
    write: (operation) => storage.setItem(keyOf(operation), JSON.stringify(operation)),
    remove: (operation) => storage.removeItem(keyOf(operation)),
    acknowledge: (operation) => {
      storage.setItem(keyOf(operation), JSON.stringify({ acknowledged: operation }));
      storage.removeItem(keyOf(operation));
    },
    onChange: (listener) =>
      storage.onChange(prefix, (value) => {
        const stored = v.safeParse(AcknowledgedOperation, value);
        listener(stored.success ? stored.output.acknowledged : null);
      }),
  };
}
