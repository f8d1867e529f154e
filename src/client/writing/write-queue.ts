import * as v from 'valibot';
import { isSameList } from '#shared/thought.ts';
import type { LiveState } from '#client/live/live-query.ts';
import { openShelf, parseItem, type BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore } from '#client/store/store.ts';
import { add } from './operations/add.ts';
import { remove } from './operations/delete.ts';
import { edit } from './operations/edit.ts';
import type { Kind } from './operations/kind.ts';

/** Every kind of write: a new one is a file beside these, and a line here. */
const KINDS = { add, edit, delete: remove };

/** One write that a person asked for, `at` some time in ms since 1970. */
const Operation = v.union(Object.values(KINDS).map(({ schema }) => schema));
export type Operation = v.InferOutput<typeof Operation>;

export function kindOf({ kind }: Operation): Kind<Operation> {
  return KINDS[kind];
}

export function operationKey({ kind, textID, at }: Operation): string {
  return `${textID}:${kind}:${at}`;
}

/** Live lists show a write within this time (ms), or it lies beyond their windows. */
const LISTED_WITHIN_MS = 20_000;

/**
 * An operation on its way:
 *
 *     unsent ─► acknowledged ─► listed (gone)
 *        └────► overtaken or refused (gone)
 */
export interface Write {
  operation: Operation;
  isAcknowledged: boolean;
}

type Listing = Pick<LiveState, 'thoughts' | 'isLive' | 'isLoading'>;

/** Stored for a moment, to tell the other tabs. */
const Announced = v.object({ acknowledged: Operation });

export type WriteQueue = ReturnType<typeof openWriteQueue>;

/**
 * Opens the queue of a person's writes, which stay until the backend has carried them out and the lists
 * show them. Storage is the truth about what is unsent, for all tabs.
 */
export function openWriteQueue(storage: BrowserStorage, uid: string) {
  const prefix = STORAGE_KEYS.operations(uid);
  const shelf = openShelf(storage, prefix, Operation);
  const unsent = (): Operation[] => shelf.read().toSorted((a, b) => a.at - b.at);
  const writes = (): Write[] => [
    ...done.acknowledged().map((operation) => ({ operation, isAcknowledged: true })),
    ...unsent().map((operation) => ({ operation, isAcknowledged: false })),
  ];
  const refresh = (): void => pending.set(writes());
  const done = createAcknowledged(refresh);
  const pending = createStore<readonly Write[]>(writes());
  const stop = storage.onChange(prefix, (value) => {
    const announced = parseItem(Announced, value);
    if (announced) done.add(announced.acknowledged);
    else refresh();
  });
  const discard = (textID: string): Operation[] => {
    const dropped = unsent().filter((operation) => operation.textID === textID);
    dropped.forEach((operation) => shelf.remove(operationKey(operation)));
    refresh();
    return dropped;
  };

  return {
    /** In the order asked for, acknowledged ones first. */
    pending,
    /** Unacknowledged operations of all tabs, in the order asked for. */
    unsent,
    isUnsent: (operation: Operation): boolean => shelf.find(operationKey(operation)) !== null,
    enqueue: (asked: Operation): void => {
      // Unique, so that the order is total.
      const at = Math.max(asked.at, (unsent().at(-1)?.at ?? 0) + 1);
      if (kindOf(asked).overtakes === true) discard(asked.textID);
      const operation = { ...asked, at };
      shelf.write(operationKey(operation), operation);
      refresh();
    },
    acknowledge: (operation: Operation): void => {
      shelf.write(operationKey(operation), { acknowledged: operation });
      shelf.remove(operationKey(operation));
      done.add(operation);
    },
    discard,
    /** Drops the operations that these lists show, or should show by now. */
    reconcile: done.reconcile,
    close: () => {
      stop();
      done.close();
    },
  };
}

/** Operations that the backend has carried out and the lists may not show yet. */
function createAcknowledged(onChange: () => void) {
  /** By key, because two tabs may have sent the same one. */
  const acknowledged = new Map<string, Operation>();
  let late: readonly Operation[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const letGo = (operations: readonly Operation[]): void => {
    for (const operation of operations) acknowledged.delete(operationKey(operation));
    if (operations.length > 0) onChange();
  };
  return {
    acknowledged: (): Operation[] => [...acknowledged.values()],
    add: (operation: Operation): void => {
      acknowledged.set(operationKey(operation), operation);
      onChange();
    },
    reconcile: (lists: readonly Listing[]): void => {
      // Deletes are never dropped, so there may be many.
      const ending = [...acknowledged.values()].filter((one) => kindOf(one).isListed !== undefined);
      const unreflected = unreflectedIn(ending, lists);
      letGo(ending.filter((operation) => !unreflected.includes(operation)));
      const areLive = lists.every(({ isLive, isLoading }) => isLive && !isLoading);
      const next = areLive ? unreflected : [];
      if (isSameList(next, late)) return;
      late = next;
      clearTimeout(timer);
      timer = setTimeout(() => letGo(next), LISTED_WITHIN_MS);
    },
    close: (): void => clearTimeout(timer),
  };
}

function unreflectedIn(
  done: readonly Operation[],
  lists: readonly Listing[],
): readonly Operation[] {
  if (done.length === 0) return done;
  const byID = lists.map(({ thoughts }) => new Map(thoughts.map((one) => [one.textID, one])));
  return done.filter((operation) => {
    const { kind, textID } = operation;
    const same = done.filter((other) => other.kind === kind && other.textID === textID);
    const copies = byID.map((list) => list.get(textID));
    return kindOf(operation).isListed?.(same, copies) === false;
  });
}
