import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import { applyOptimistic } from './optimistic.ts';
import { openWriteQueue, operationKey, type Operation } from './write-queue.ts';

const [FIRST, SECOND] = ['A'.repeat(20), 'B'.repeat(20)] as const;

beforeEach(() => void vi.useFakeTimers());

describe('what is unsent', () => {
  test('is read in the order asked for, however the browser lists it', () => {
    const [later, earlier] = [addOf(FIRST, 200), addOf(SECOND, 100)];
    const { queue } = open(keeping('u', [later, earlier]));
    expect(queue.unsent()).toEqual([earlier, later]);
  });

  test("is never another person's, and leaves alone what it cannot read", () => {
    const key = `${STORAGE_KEYS.operations('u')}from-another-version`;
    const storage = keeping('other', [addOf(FIRST, 1)]);
    storage.setItem(key, '{"kind":"shout"}');
    expect(open(storage).queue.unsent()).toEqual([]);
    expect(storage.getItem(key)).toBe('{"kind":"shout"}');
  });

  test('is pending, and stands after what is acknowledged', () => {
    const { queue, acknowledge } = open();
    acknowledge(addOf(FIRST, 1));
    for (const textID of [FIRST, SECOND]) queue.enqueue(editOf(stored('a', 1, textID), 'b'));
    expect(queue.pending.get().map((one) => [one.operation.textID, one.isAcknowledged])).toEqual([
      [FIRST, true],
      [FIRST, false],
      [SECOND, false],
    ]);
  });
});

describe('what is acknowledged', () => {
  test('is let go once every list has an add, and any list an edit', () => {
    const { queue, acknowledge, reconcile } = open();
    const shown = stored('b', 2);
    for (const [operation, late, current] of [
      [addOf(FIRST, 1), [[shown], []], [[shown], [shown]]],
      [editOf(stored('a', 1), 'b'), [[], []], [[shown], []]],
      [editOf(stored('a', 1), 'b'), [[shown], [stored('a', 1)]], [[shown], [shown]]],
      // Where versions are not counted, and where something newer stands.
      [editOf(stored('a', 1), 'b'), [[stored('a', 1)]], [[stored('b', 1)]]],
      [editOf(stored('a', 1), 'b'), [[stored('a', 1)]], [[stored('elsewhere', 3)]]],
    ] as const) {
      acknowledge(operation);
      reconcile(...late);
      expect(queue.pending.get()).toHaveLength(1);
      reconcile(...current);
      expect(queue.pending.get()).toEqual([]);
    }
  });

  test('stays as it is in every tab until the list shows it, a delete for good', async () => {
    const openTab = openBrowser();
    const [here, there] = [open(openTab()), open(openTab())];
    const first = stored('first', 1);
    there.queue.enqueue(editOf(first, 'second'));
    await Promise.resolve();
    expect(here.shown(first)).toMatchObject({ text: 'second', isPending: true });
    for (const operation of there.queue.unsent()) {
      there.queue.acknowledge(operation);
      here.queue.acknowledge(operation);
    }
    await Promise.resolve();
    for (const tab of [here, there]) {
      expect(tab.shown(first)).toMatchObject({ text: 'second', isPending: false });
      expect([tab.queue.unsent(), tab.queue.pending.get().length]).toEqual([[], 1]);
    }
    there.acknowledge({ kind: 'delete', textID: FIRST, at: 2 });
    await Promise.resolve();
    here.reconcile([]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(here.shown(first)).toBeUndefined();
  });

  test('of several edits is shown over each text that they have replaced', () => {
    const { acknowledge, reconcile, shown } = open();
    acknowledge(editOf(stored('a', 1), 'b'));
    acknowledge({ ...editOf(stored('b', 2), 'c'), at: 2 });
    for (const late of [stored('a', 1), stored('b', 2)]) {
      reconcile([late]);
      expect(shown(late)?.text).toBe('c');
    }
  });
});

describe('a list', () => {
  test('has the version that an edit will have, for the next edit to say', () => {
    const { queue, shown } = open();
    queue.enqueue(editOf(stored('a', 3), 'b'));
    expect(shown(stored('a', 3))).toMatchObject({ text: 'b', version: 4 });
  });

  test('begins with what is added, the newest first, by its author with name and photo, if any', () => {
    const { queue } = open();
    [FIRST, SECOND].forEach((textID, at) => queue.enqueue(addOf(textID, at + 1)));
    const there = sampleThought(3);
    const shownTo = (author: User) => applyOptimistic([there], queue.pending.get(), author);
    expect(shownTo(SAMPLE_USER).map(({ textID }) => textID)).toEqual([SECOND, FIRST, there.textID]);
    const ada = { ...SAMPLE_USER, displayName: 'Ada', photoURL: 'https://photo.example/ada' };
    expect(shownTo(ada)[0]).toMatchObject({ uName: 'Ada', uProfile: ada.photoURL, version: 1 });
    const nobody = { ...SAMPLE_USER, displayName: null, photoURL: null };
    expect(shownTo(nobody)[0]).toMatchObject({ uName: '', uProfile: '', isPending: true });
  });

  test('stays the same where nothing of it is touched, and so does each thought', () => {
    const { queue, acknowledge } = open();
    const thoughts = [stored('a', 1), stored('other', 1, SECOND)];
    acknowledge({ kind: 'delete', textID: 'C'.repeat(20), at: 1 });
    queue.enqueue(editOf(stored('a', 1, 'D'.repeat(20)), 'b'));
    const shown = () => applyOptimistic(thoughts, queue.pending.get(), SAMPLE_USER);
    expect(shown()).toBe(thoughts);
    queue.enqueue(editOf(stored('a', 1), 'b'));
    expect(shown()[1]).toBe(thoughts[1]);
  });
});

function open(storage = openBrowser()()) {
  const queue = openWriteQueue(storage, 'u');
  return {
    queue,
    acknowledge: (operation: Operation): void => {
      queue.enqueue(operation);
      const written = queue.unsent().at(-1) ?? operation;
      queue.acknowledge(written);
    },
    reconcile: (...lists: readonly (readonly Thought[])[]): void =>
      queue.reconcile(lists.map((thoughts) => ({ thoughts, isLive: false, isLoading: false }))),
    shown: (thought: Thought) => applyOptimistic([thought], queue.pending.get(), SAMPLE_USER)[0],
  };
}

/** A browser's storage in which operations of a person stand in this order. */
function keeping(uid: string, operations: readonly Operation[]) {
  const items = operations.map(
    (operation) =>
      [STORAGE_KEYS.operations(uid) + operationKey(operation), JSON.stringify(operation)] as const,
  );
  return openBrowser(new Map(items))();
}

function addOf(textID: string, at: number): Operation {
  return { kind: 'add', textID, text: 'new', at };
}

function editOf({ textID, text: before, version }: Thought, text: string): Operation {
  return { kind: 'edit', textID, text, base: { text: before, version }, at: 1 };
}

function stored(text: string, version: number, textID: string = FIRST): Thought {
  return sampleThought(1, { textID, text, version });
}
