import type { Thought } from '#shared/thought.ts';
import { createStore, type Store } from '#client/store/store.ts';
import type { Operation, Pending, PendingByThought } from './operation.ts';
import type { OutboxStorage } from './outbox-storage.ts';

/**
 * Milliseconds that an accepted operation waits at most for the lists to show it: longer than it
 * takes to notice that a stream is dead and to have another.
 */
const REFLECTION_LIMIT = 75_000;

/** The book of what a person asked for and the lists do not show yet. */
export interface Ledger {
  pending: Store<PendingByThought>;
  /** The thoughts with operations still to be sent. */
  textIDs: () => string[];
  /** The first operation of a thought that is still to be sent. */
  next: (textID: string) => Operation | undefined;
  keep: (operation: Operation) => void;
  accept: (operation: Operation) => void;
  /** Strikes out all that is still to be sent for a thought, and returns it. */
  strike: (textID: string) => Operation[];
  /** Lets go of accepted operations that all of these lists already show. */
  settle: (lists: readonly (readonly Thought[])[]) => void;
  close: () => void;
}

/** Opens the book. Storage is the truth about what is still to be sent, for this tab and the others. */
export function openLedger(storage: OutboxStorage): Ledger {
  const pending = createStore<PendingByThought>(new Map());

  const of = (textID: string): readonly Pending[] => pending.get().get(textID) ?? [];
  const setPending = (textID: string, list: readonly Pending[]): void => {
    const next = new Map(pending.get());
    if (list.length === 0) next.delete(textID);
    else next.set(textID, list);
    pending.set(next);
  };
  const refresh = (textID: string, accepted: readonly Pending[]): void => {
    const waiting = storage.read(textID).map((operation) => ({ operation, isAccepted: false }));
    setPending(textID, [...accepted, ...waiting]);
  };
  const release = (textID: string, isDone: (entry: Pending) => boolean): void => {
    const rest = of(textID).filter((entry) => !isDone(entry));
    if (rest.length < of(textID).length) setPending(textID, rest);
  };
  const acceptedOf = (textID: string): Pending[] =>
    of(textID).filter(({ isAccepted }) => isAccepted);

  for (const textID of storage.textIDs()) refresh(textID, []);
  const stopListening = storage.onChange((textID) => refresh(textID, acceptedOf(textID)));

  return {
    pending,
    textIDs: storage.textIDs,
    next: (textID) => storage.read(textID)[0],
    keep: (operation) => {
      const { textID } = operation;
      // What a delete overtakes need not be sent any more, least of all be seen by others.
      const before = operation.kind === 'delete' ? [] : storage.read(textID);
      storage.write(textID, [...before, operation]);
      refresh(textID, acceptedOf(textID));
    },
    accept: (operation) => {
      const { textID } = operation;
      const accepted: Pending = { operation, isAccepted: true };
      storage.write(textID, storage.read(textID).filter(isOther(operation)));
      refresh(textID, [...acceptedOf(textID), accepted]);
      // Nothing brings a deleted thought back, so it need never be shown again.
      if (operation.kind === 'delete') return;
      setTimeout(() => release(textID, (entry) => entry === accepted), REFLECTION_LIMIT);
    },
    strike: (textID) => {
      const struck = storage.read(textID);
      storage.write(textID, []);
      refresh(textID, acceptedOf(textID));
      return struck;
    },
    settle: (lists) => {
      for (const textID of pending.get().keys()) {
        const copies = lists.map((thoughts) => thoughts.find((one) => one.textID === textID));
        release(textID, (entry) => isSettled(entry, copies));
      }
    },
    close: stopListening,
  };
}

function isOther(done: Operation): (operation: Operation) => boolean {
  return ({ kind, at }) => kind !== done.kind || at !== done.at;
}

/** Whether each list's copy, undefined where it has none, shows what was asked for. */
function isSettled(
  { operation, isAccepted }: Pending,
  copies: readonly (Thought | undefined)[],
): boolean {
  if (!isAccepted || operation.kind === 'delete') return false;
  if (operation.kind === 'add') return copies.every((copy) => copy !== undefined);
  // An old thought may be within one list's window and beyond another's.
  const shown = copies.filter((copy) => copy !== undefined);
  return shown.length > 0 && shown.every(({ text }) => text === operation.text);
}
