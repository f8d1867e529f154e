import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import type { Operation } from './operation.ts';
import { applyOptimistic } from './optimistic.ts';
import { openWriteQueue, type WriteQueue } from './write-queue.ts';

const ID = 'A'.repeat(20);

test('what another tab saw carried out stays as it is until the list shows it', async () => {
  const openTab = openBrowser();
  const [here, there] = [open(openTab()), open(openTab())];
  const first = stored('first', 1);
  const edit = write(there.queue, editOf(first, 'second'));
  await Promise.resolve();
  expect(here.shown([first])?.text).toBe('second');
  there.queue.acknowledge(edit);
  await Promise.resolve();
  expect(here.queue.unsent()).toEqual([]);
  expect(here.shown([first])?.text).toBe('second');
  const gone = write(there.queue, { kind: 'delete', textID: ID, at: 2 });
  there.queue.acknowledge(gone);
  await Promise.resolve();
  expect(here.shown([first])).toBeUndefined();
});

describe('what is pending', () => {
  test('an edit has the version that it will have, for the next edit to say', () => {
    const { queue, shown } = open();
    queue.enqueue(editOf(stored('a', 3), 'b'));
    expect(shown([stored('a', 3)])).toMatchObject({ text: 'b', version: 4 });
  });

  test('an add has version 1 and stands before all that is stored', () => {
    const { queue } = open();
    const id = 'B'.repeat(20);
    queue.enqueue({ kind: 'add', textID: id, text: 'new', at: 1 });
    const shown = applyOptimistic([stored('a', 3)], queue.pending.get(), SAMPLE_USER);
    expect(shown[0]).toMatchObject({ textID: id, version: 1, isPending: true });
  });

  test('a thought that is not touched stays the same object', () => {
    const { queue } = open();
    queue.enqueue({ kind: 'delete', textID: 'B'.repeat(20), at: 1 });
    const thought = stored('a', 1);
    expect(applyOptimistic([thought], queue.pending.get(), SAMPLE_USER)[0]).toBe(thought);
  });

  test('adds stand in the order that they will be listed in, the newest first', () => {
    const { queue } = open();
    const ids = ['B', 'C', 'D'].map((letter) => letter.repeat(20));
    ids.forEach((textID, at) => queue.enqueue({ kind: 'add', textID, text: 'new', at: at + 1 }));
    const shown = applyOptimistic([], queue.pending.get(), SAMPLE_USER);
    expect(shown.map(({ textID }) => textID)).toEqual(ids.toReversed());
  });

  test('an add has the name and the photo of its author, where they have them', () => {
    const { queue } = open();
    queue.enqueue({ kind: 'add', textID: ID, text: 'new', at: 1 });
    const shownBy = (author: User) => applyOptimistic([], queue.pending.get(), author)[0];
    const ada = { ...SAMPLE_USER, displayName: 'Ada', photoURL: 'https://photo.example/ada' };
    expect(shownBy(ada)).toMatchObject({ uName: 'Ada', uProfile: ada.photoURL });
    const nobody = { ...SAMPLE_USER, displayName: null, photoURL: null };
    expect(shownBy(nobody)).toMatchObject({ uName: '', uProfile: '' });
  });

  test('an edit or a delete of what a list does not have adds nothing to it', () => {
    const { queue } = open();
    queue.enqueue(editOf(stored('a', 1), 'b'));
    queue.enqueue({ kind: 'delete', textID: 'B'.repeat(20), at: 2 });
    expect(applyOptimistic([], queue.pending.get(), SAMPLE_USER)).toEqual([]);
  });

  test('each thought shows its own edit, pending while any part of it is', () => {
    const { queue } = open();
    const other = sampleThought(2, { textID: 'B'.repeat(20), text: 'other', version: 1 });
    queue.acknowledge(write(queue, editOf(stored('a', 1), 'b')));
    const thoughts = [stored('a', 1), other];
    const texts = () =>
      applyOptimistic(thoughts, queue.pending.get(), SAMPLE_USER).map((thought) => [
        thought.text,
        thought.isPending,
      ]);
    queue.enqueue({ ...editOf(other, 'own'), textID: other.textID });
    expect(texts()).toEqual([
      ['b', false],
      ['own', true],
    ]);
    queue.enqueue(editOf(stored('b', 2), 'c'));
    expect(texts()).toEqual([
      ['c', true],
      ['own', true],
    ]);
  });

  test('a list of which nothing is pending stays the same list', () => {
    const thoughts = [stored('a', 1)];
    expect(applyOptimistic(thoughts, [], SAMPLE_USER)).toBe(thoughts);
    const elsewhere = { kind: 'delete', textID: 'B'.repeat(20), at: 1 } as const;
    const pending = [{ operation: elsewhere, isAcknowledged: true, replacedTexts: [] }];
    expect(applyOptimistic(thoughts, pending, SAMPLE_USER)).toBe(thoughts);
  });

  test('a second edit is shown though the first was acknowledged after the list had it', () => {
    const { queue, shown } = open();
    const first = write(queue, editOf(stored('first', 1), 'second'));
    queue.reconcile([[stored('second', 2)]]);
    queue.acknowledge(first);
    const next = write(queue, editOf(stored('second', 2), 'third'));
    queue.acknowledge(next);
    queue.reconcile([[stored('third', 3)]]);
    expect(shown([stored('third', 3)])?.text).toBe('third');
    expect(queue.pending.get()).toEqual([]);
  });

  test('an acknowledged edit stays over a list that is late, however long', () => {
    const { queue, shown } = open();
    const first = write(queue, editOf(stored('a', 1), 'b'));
    const second = write(queue, { ...editOf(stored('b', 2), 'c') });
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    queue.acknowledge(first);
    queue.acknowledge(second);
    vi.advanceTimersByTime(3_600_000);
    for (const late of [stored('a', 1), stored('b', 2)]) {
      queue.reconcile([[late]]);
      expect(shown([late])?.text).toBe('c');
    }
  });

  test('an acknowledged edit gives way to a newer one from elsewhere', () => {
    const { queue, shown } = open();
    queue.acknowledge(write(queue, editOf(stored('a', 1), 'b')));
    queue.reconcile([[stored('elsewhere', 3)]]);
    expect(shown([stored('elsewhere', 3)])?.text).toBe('elsewhere');
  });

  test('an edit is let go by its text where versions are not counted', () => {
    const { queue } = open();
    queue.acknowledge(write(queue, editOf(stored('a', 1), 'b')));
    queue.reconcile([[stored('a', 1)]]);
    expect(queue.pending.get()).toHaveLength(1);
    queue.reconcile([[stored('b', 1)]]);
    expect(queue.pending.get()).toEqual([]);
  });

  test('acknowledged deletes are looked up in no list, and all else in one reading of it', () => {
    const { queue } = open();
    const ids = Array.from({ length: 100 }, (_, number) => String(number).padStart(20, '0'));
    for (const textID of ids) queue.acknowledge(write(queue, { kind: 'delete', textID, at: 1 }));
    let reads = 0;
    const list = ids.map((textID) => ({
      ...stored('b', 2),
      get textID() {
        reads += 1;
        return textID;
      },
    }));
    queue.reconcile([list]);
    expect(reads).toBe(0);
    queue.acknowledge(write(queue, editOf(stored('a', 1), 'b')));
    queue.acknowledge(write(queue, { kind: 'add', textID: ID, text: 'b', at: 1 }));
    queue.reconcile([list]);
    expect(reads).toBe(list.length);
  });

  test('any interleaving of edits, acknowledgements and windows ends showing what is stored', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('edit' as const), text: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ kind: fc.constant('elsewhere' as const), text: fc.constantFrom('a', 'b', 'd') }),
      fc.constantFrom(
        { kind: 'carry out' as const },
        { kind: 'acknowledge' as const },
        { kind: 'window' as const },
      ),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const world = openWorld();
        for (const { kind, ...rest } of steps) world.take(kind, 'text' in rest ? rest.text : '');
        world.settle();
        expect(world.shown()).toEqual(world.stored());
      }),
      { numRuns: 2000 },
    );
  });
});

/** A thought at a server, a list that follows it late, and the writes of one person. */
function openWorld() {
  const { queue, shown } = open();
  const history: Thought[] = [stored('a', 1)];
  let seen = 0;
  const current = (): Thought => history.at(-1) ?? stored('a', 1);
  const listed = (): Thought => history[seen] ?? current();
  const carried: Operation[] = [];

  const carryOut = (): void => {
    const [next] = queue.unsent();
    if (next?.kind !== 'edit') return;
    queue.markSent(next);
    const isStored = current().text === next.text;
    if (!isStored && current().version !== next.replaces.version) {
      queue.discard(ID);
      return;
    }
    if (!isStored) history.push(stored(next.text, current().version + 1));
    carried.push(next);
  };
  const acknowledge = (): void => {
    const done = carried.shift();
    if (done !== undefined && queue.isUnsent(done)) queue.acknowledge(done);
    queue.reconcile([[listed()]]);
  };
  const steps = {
    edit: (text: string) => {
      const thought = shown([listed()]);
      if (thought !== undefined) queue.enqueue(editOf(thought, text));
    },
    elsewhere: (text: string) => history.push(stored(text, current().version + 1)),
    'carry out': carryOut,
    acknowledge,
    window: () => {
      seen = Math.min(seen + 1, history.length - 1);
      queue.reconcile([[listed()]]);
    },
  };
  return {
    take: (kind: keyof typeof steps, text: string) => void steps[kind](text),
    settle: () => {
      while (queue.unsent().length > 0) {
        carryOut();
        acknowledge();
      }
      seen = history.length - 1;
      queue.reconcile([[listed()]]);
    },
    shown: () => shown([listed()]),
    stored: current,
  };
}

function open(tab = openBrowser()()) {
  const queue = openWriteQueue(tab, 'u');
  const shown = (thoughts: Thought[]): Thought | undefined =>
    applyOptimistic(thoughts, queue.pending.get(), SAMPLE_USER)[0];
  return { queue, shown };
}

/** Enqueues an operation that is sent at once, and returns it as it was stored. */
function write(queue: WriteQueue, operation: Operation): Operation {
  queue.enqueue(operation);
  const written = queue.unsent().at(-1) ?? operation;
  queue.markSent(written);
  return written;
}

function editOf({ text: before, version }: Thought, text: string): Operation {
  return { kind: 'edit', textID: ID, text, replaces: { text: before, version }, at: 1 };
}

function stored(text: string, version: number): Thought {
  return sampleThought(1, { textID: ID, text, version });
}
