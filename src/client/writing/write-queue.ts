import * as v from 'valibot';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { combine, createStore, type Store } from '#client/store/store.ts';
import { createAcknowledgedWrites, type AcknowledgedWrites } from './acknowledged-writes.ts';
import { Operation, operationKey, pendingOf, type Pending } from './operation.ts';

/** What a person asked for, until the backend has carried it out and the lists show it. */
export interface WriteQueue extends Pick<AcknowledgedWrites, 'reconcile' | 'forget'> {
  /** In the order asked for, what is acknowledged first. */
  pending: Store<readonly Pending[]>;
  /** What is not acknowledged yet, from this tab and the others, in the order asked for. */
  unsent: () => Operation[];
  isUnsent: (operation: Operation) => boolean;
  enqueue: (operation: Operation) => void;
  /** From now on an operation may have been carried out: it is not merged any more. */
  markSent: (operation: Operation) => void;
  acknowledge: (operation: Operation) => void;
  /** Drops all that is unsent for a thought, and returns it. */
  discard: (textID: string) => Operation[];
  close: () => void;
}

/** Each operation is kept under a key of its own, so that tabs do not overwrite one another's. */
const StoredOperation = v.pipe(v.string(), v.parseJson(), Operation);
/** It stands there for no longer than it takes to be announced to the other tabs. */
const AcknowledgedOperation = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ acknowledged: Operation }),
);

/** Opens a person's queue. Storage is the truth about what is unsent, for this tab and the others. */
export function openWriteQueue(storage: BrowserStorage, uid: string): WriteQueue {
  const prefix = STORAGE_KEYS.operations(uid);
  const keyOf = (operation: Operation): string => prefix + operationKey(operation);
  const read = (): Operation[] => readOperations(storage, prefix);

  const unsent = createStore(read());
  const acknowledged = createAcknowledgedWrites();
  /** This tab's edits of which no copy has left: the only ones that are safe to merge. */
  const mergeable = new Set<string>();

  const refresh = (): void => unsent.set(read());
  const discard = (textID: string): Operation[] => {
    const dropped = read().filter((operation) => operation.textID === textID);
    for (const operation of dropped) storage.removeItem(keyOf(operation));
    refresh();
    return dropped;
  };
  const merge = (operation: Operation): Operation => {
    const last = read().findLast(({ textID }) => textID === operation.textID);
    if (operation.kind !== 'edit' || last?.kind !== 'edit') return operation;
    if (!mergeable.delete(operationKey(last))) return operation;
    storage.removeItem(keyOf(last));
    return { ...operation, replaces: last.replaces };
  };

  return {
    pending: combine(acknowledged.store, unsent, (done, operations) => [
      ...done,
      ...operations.map((operation) => pendingOf(operation, { isAcknowledged: false })),
    ]),
    unsent: read,
    isUnsent: (operation) => storage.getItem(keyOf(operation)) !== null,
    enqueue: (operation) => {
      // What a delete overtakes need not be sent any more, least of all be seen by others.
      if (operation.kind === 'delete') discard(operation.textID);
      // Never the same moment twice, so that the order stays plain.
      const lastAt = read().at(-1)?.at ?? 0;
      const stored = { ...merge(operation), at: Math.max(operation.at, lastAt + 1) };
      mergeable.add(operationKey(stored));
      storage.setItem(keyOf(stored), JSON.stringify(stored));
      refresh();
    },
    markSent: (operation) => mergeable.delete(operationKey(operation)),
    acknowledge: (operation) => {
      // First, so that nothing falls back to how it was before.
      acknowledged.add(operation);
      storage.setItem(keyOf(operation), JSON.stringify({ acknowledged: operation }));
      storage.removeItem(keyOf(operation));
      refresh();
    },
    discard,
    reconcile: acknowledged.reconcile,
    forget: acknowledged.forget,
    close: storage.onChange(prefix, (value) => {
      const done = v.safeParse(AcknowledgedOperation, value);
      if (done.success) acknowledged.add(done.output.acknowledged);
      refresh();
    }),
  };
}

/** In the order asked for; what was kept by another version and can't be read is left alone. */
function readOperations(storage: BrowserStorage, prefix: string): Operation[] {
  return storage
    .keys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => v.safeParse(StoredOperation, storage.getItem(key)))
    .flatMap((stored) => (stored.success ? [stored.output] : []))
    .toSorted((a, b) => a.at - b.at);
}
