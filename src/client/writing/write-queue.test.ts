import { describe, expect, test, vi } from 'vitest';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { operationKey, type Operation } from './operation.ts';
import { openWriteQueue, type WriteQueue } from './write-queue.ts';

const [FIRST, SECOND] = ['A'.repeat(20), 'B'.repeat(20)] as const;

describe('what is unsent', () => {
  test('is read in the order asked for, however the browser lists it', () => {
    const [later, earlier] = [add(FIRST, 200), add(SECOND, 100)];
    const storage = keeping('u', [later, earlier]);
    expect(openWriteQueue(storage, 'u').unsent()).toEqual([earlier, later]);
  });

  test("is never another person's", () => {
    expect(openWriteQueue(keeping('other', [add(FIRST, 1)]), 'u').unsent()).toEqual([]);
  });

  test('leaves alone what it cannot read', () => {
    const key = `${STORAGE_KEYS.operations('u')}from-another-version`;
    const storage = openBrowser(new Map([[key, '{"kind":"shout"}']]))();
    expect(openWriteQueue(storage, 'u').unsent()).toEqual([]);
    expect(storage.getItem(key)).toBe('{"kind":"shout"}');
  });

  test('is pending and not acknowledged, and stands after what is', () => {
    const queue = openWriteQueue(openBrowser()(), 'u');
    const done = enqueue(queue, add(FIRST, 1));
    enqueue(queue, add(SECOND, 2));
    queue.acknowledge(done);
    expect(
      queue.pending
        .get()
        .map(({ operation, isAcknowledged }) => [operation.textID, isAcknowledged]),
    ).toEqual([
      [FIRST, true],
      [SECOND, false],
    ]);
  });

  test("an edit is merged into none of another thought's", () => {
    const queue = openWriteQueue(openBrowser()(), 'u');
    const edits = [FIRST, SECOND].map((textID) => enqueue(queue, edit(textID, 'a', 'b')));
    expect(queue.unsent()).toEqual(edits);
  });
});

describe('what is acknowledged', () => {
  test("of a thought's edits only the last is shown, over every text that they replaced", () => {
    const queue = openWriteQueue(openBrowser()(), 'u');
    acknowledge(queue, add(FIRST, 1));
    acknowledge(queue, edit(SECOND, 'other', 'one'));
    acknowledge(queue, edit(FIRST, 'a', 'b'));
    const last = acknowledge(queue, { ...edit(FIRST, 'b', 'c'), at: 2 });
    const pending = queue.pending.get();
    expect(pending.map(({ operation }) => `${operation.kind} ${operation.textID}`)).toEqual([
      `add ${FIRST}`,
      `edit ${SECOND}`,
      `edit ${FIRST}`,
    ]);
    expect(pending.at(-1)).toMatchObject({ operation: last, replacedTexts: ['a', 'b'] });
  });

  test('is there once, though two tabs have sent it at the same moment', async () => {
    const openTab = openBrowser();
    const tabs = [openTab(), openTab()].map((tab) => openWriteQueue(tab, 'u'));
    const sent = tabs.slice(0, 1).map((queue) => enqueue(queue, add(FIRST, 1)));
    await Promise.resolve();
    for (const queue of tabs) for (const operation of sent) queue.acknowledge(operation);
    await Promise.resolve();
    expect(tabs.map((queue) => queue.pending.get().length)).toEqual([1, 1]);
  });

  test('is forgotten one by one', () => {
    const queue = openWriteQueue(openBrowser()(), 'u');
    const [gone, other] = [acknowledge(queue, add(FIRST, 1)), acknowledge(queue, add(SECOND, 2))];
    queue.forget(gone);
    expect(queue.pending.get().map(({ operation }) => operation)).toEqual([other]);
  });

  test('is let go once every list has an add, and any list an edit', () => {
    const queue = openWriteQueue(openBrowser()(), 'u');
    const shown = sampleThought(1, { textID: FIRST, text: 'b', version: 2 });
    acknowledge(queue, add(FIRST, 1));
    queue.reconcile([[shown], []]);
    expect(queue.pending.get()).toHaveLength(1);
    queue.reconcile([[shown], [shown]]);
    expect(queue.pending.get()).toEqual([]);
    acknowledge(queue, edit(FIRST, 'a', 'b'));
    queue.reconcile([[], []]);
    expect(queue.pending.get()).toHaveLength(1);
    queue.reconcile([[shown], []]);
    expect(queue.pending.get()).toEqual([]);
  });

  test('lists that show nothing new change nothing that is watched', () => {
    const queue = openWriteQueue(openBrowser()(), 'u');
    acknowledge(queue, add(FIRST, 1));
    const changed = vi.fn<() => void>();
    queue.pending.subscribe(changed);
    queue.reconcile([[sampleThought(1)]]);
    expect(changed).not.toHaveBeenCalled();
  });
});

/** A browser's storage in which operations of a person stand in this order. */
function keeping(uid: string, operations: readonly Operation[]) {
  const items = operations.map(
    (operation) =>
      [STORAGE_KEYS.operations(uid) + operationKey(operation), JSON.stringify(operation)] as const,
  );
  return openBrowser(new Map(items))();
}

/** Enqueues an operation and returns it as it was stored. */
function enqueue(queue: WriteQueue, operation: Operation): Operation {
  queue.enqueue(operation);
  return queue.unsent().at(-1) ?? operation;
}

function acknowledge(queue: WriteQueue, operation: Operation): Operation {
  const stored = enqueue(queue, operation);
  queue.markSent(stored);
  queue.acknowledge(stored);
  return stored;
}

function add(textID: string, at: number): Operation {
  return { kind: 'add', textID, text: 'new', at };
}

function edit(textID: string, before: string, text: string): Operation {
  return { kind: 'edit', textID, text, replaces: { text: before, version: 1 }, at: 1 };
}
