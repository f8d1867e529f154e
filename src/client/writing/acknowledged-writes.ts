import type { Thought } from '#shared/thought.ts';
import { createStore, type Store } from '#client/store/store.ts';
import { operationKey, pendingOf, type Operation, type Pending } from './operation.ts';
import { isReflected } from './optimistic.ts';

/** What the backend has carried out and the lists may not show yet. */
export interface AcknowledgedWrites {
  store: Store<readonly Pending[]>;
  add: (operation: Operation) => void;
  /** Lets go of an operation that something else has undone. */
  forget: (operation: Operation) => void;
  /** Lets go of what these lists show. */
  reconcile: (lists: readonly (readonly Thought[])[]) => void;
}

/** Starts with nothing: what was acknowledged before the page began is in its first windows. */
export function createAcknowledgedWrites(): AcknowledgedWrites {
  const store = createStore<readonly Pending[]>([]);
  return {
    store,
    add: (operation) => store.set(withOperation(store.get(), operation)),
    forget: (operation) => store.set(store.get().filter((entry) => entry.operation !== operation)),
    reconcile: (lists) => {
      const entries = store.get();
      // Deletes stay for ever, so that there may be many of them.
      if (entries.every(({ operation }) => operation.kind === 'delete')) return;
      const byID = lists.map((thoughts) => new Map(thoughts.map((one) => [one.textID, one])));
      const rest = entries.filter((entry) => {
        const copies = byID.map((list) => list.get(entry.operation.textID));
        return !isReflected(entry, copies);
      });
      if (rest.length < entries.length) store.set(rest);
    },
  };
}

function withOperation(list: readonly Pending[], operation: Operation): readonly Pending[] {
  // Two tabs may have sent it, each unaware of the other.
  const key = operationKey(operation);
  if (list.some((other) => operationKey(other.operation) === key)) return list;
  const entry = pendingOf(operation, { isAcknowledged: true });
  if (operation.kind !== 'edit') return [...list, entry];
  const isOlderEdit = (other: Pending): boolean =>
    other.operation.kind === 'edit' && other.operation.textID === operation.textID;
  const older = list.filter(isOlderEdit).flatMap(({ replacedTexts }) => replacedTexts);
  return [
    ...list.filter((other) => !isOlderEdit(other)),
    { ...entry, replacedTexts: [...older, ...entry.replacedTexts] },
  ];
}
