import { combine, createStore, type Store } from '#client/store/store.ts';
import { createAcknowledgedWrites, type AcknowledgedWrites } from './acknowledged-writes.ts';
import type { OperationStorage } from './operation-storage.ts';
import { operationKey, pendingOf, type Operation, type Pending } from './operation.ts';

/** What a person asked for, until the backend has carried it out and the lists show it. */
export interface WriteQueue extends Pick<AcknowledgedWrites, 'reconcile'> {
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

/** Opens the queue. Storage is the truth about what is unsent, for this tab and the others. */
export function openWriteQueue(storage: OperationStorage): WriteQueue {
  const unsent = createStore(storage.read());
  const acknowledged = createAcknowledgedWrites();
  /** This tab's edits of which no copy has left: the only ones that are safe to merge. */
  const mergeable = new Set<string>();

  const refresh = (): void => unsent.set(storage.read());
  const discard = (textID: string): Operation[] => {
    const dropped = storage.read().filter((operation) => operation.textID === textID);
    for (const operation of dropped) storage.remove(operation);
    refresh();
    return dropped;
  };
  const merge = (operation: Operation): Operation => {
    const last = storage.read().findLast(({ textID }) => textID === operation.textID);
    if (operation.kind !== 'edit' || last?.kind !== 'edit') return operation;
    if (!mergeable.has(operationKey(last))) return operation;
    storage.remove(last);
    return { ...operation, replaces: last.replaces };
  };

  return {
    pending: combine(acknowledged.store, unsent, (done, operations) => [
      ...done,
      ...operations.map((operation) => pendingOf(operation, { isAcknowledged: false })),
    ]),
    unsent: storage.read,
    isUnsent: storage.has,
    enqueue: (operation) => {
      // What a delete overtakes need not be sent any more, least of all be seen by others.
      if (operation.kind === 'delete') discard(operation.textID);
      // Never the same moment twice, so that the order stays plain.
      const lastAt = storage.read().at(-1)?.at ?? 0;
      const stored = { ...merge(operation), at: Math.max(operation.at, lastAt + 1) };
      mergeable.add(operationKey(stored));
      storage.write(stored);
      refresh();
    },
    markSent: (operation) => mergeable.delete(operationKey(operation)),
    acknowledge: (operation) => {
      // First, so that nothing falls back to how it was before.
      acknowledged.add(operation);
      storage.acknowledge(operation);
      refresh();
    },
    discard,
    reconcile: acknowledged.reconcile,
    close: storage.onChange((done) => {
      if (done !== null) acknowledged.add(done);
      refresh();
    }),
  };
}
