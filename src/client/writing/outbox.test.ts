import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import type { Backend } from '#client/backend/backend.ts';
import { openLedger } from './ledger.ts';
import type { Operation } from './operation.ts';
import type { OutboxStorage } from './outbox-storage.ts';
import { createOutbox } from './outbox.ts';
import { overlay } from './optimistic.ts';

const ID = 'A'.repeat(20);
const ADD: Operation = { kind: 'add', textID: ID, text: 'new', at: 1 };
const EDIT: Operation = { kind: 'edit', textID: ID, text: 'edited', at: 2 };
const DELETE: Operation = { kind: 'delete', textID: ID, at: 3 };

describe('the outbox', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('shows an add as pending at once, and as settled once accepted', async () => {
    const { outbox, shown } = open();
    outbox.send(ADD);
    expect(shown()).toEqual([['new', true]]);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual([['new', false]]);
  });

  test('sends again after a passing problem, under the same id', async () => {
    const { outbox, sent, answers, shown } = open();
    answers.push('unavailable', 'too-many-requests', 'internal');
    outbox.send(ADD);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(Array.from({ length: 4 }, () => ['add', ID, 'new']));
    expect(shown()).toEqual([['new', false]]);
  });

  test('sends again when no answer comes', async () => {
    const { outbox, sent, answers } = open();
    answers.push('silence');
    outbox.send(ADD);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(sent).toHaveLength(2);
  });

  test("sends one thought's operations in the order asked for", async () => {
    const { outbox, sent, answers } = open();
    answers.push('unavailable');
    outbox.send(ADD);
    outbox.send(EDIT);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map(([kind]) => kind)).toEqual(['add', 'add', 'edit']);
  });

  test('a delete overtakes what is not sent yet, so that nobody sees it', async () => {
    const { outbox, sent, answers, shown } = open();
    answers.push('unavailable');
    outbox.send(ADD);
    await vi.advanceTimersByTimeAsync(0);
    outbox.send(EDIT);
    outbox.send(DELETE);
    expect(shown()).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map(([kind]) => kind)).toEqual(['add', 'delete']);
  });

  test('sends what a closed tab has left behind', async () => {
    const { sent, storage } = open();
    storage.write(ID, [ADD]);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(sent).toEqual([['add', ID, 'new']]);
  });

  test('does not try again what another tab has sent meanwhile', async () => {
    const { outbox, answers, storage, sent } = open();
    answers.push('unavailable');
    outbox.send(ADD);
    await vi.advanceTimersByTimeAsync(0);
    storage.write(ID, []);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
  });

  test('takes no refusal after it was closed', async () => {
    const { outbox, answers, storage, refused } = open();
    answers.push('text-malformed');
    outbox.send(ADD);
    outbox.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toEqual([]);
    expect(storage.read(ID)).toEqual([ADD]);
  });

  test('does not let one thought wait for another', async () => {
    const { outbox, sent, answers } = open();
    answers.push('silence');
    outbox.send(ADD);
    outbox.send({ ...ADD, textID: 'B'.repeat(20) });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(([, textID]) => textID)).toEqual([ID, 'B'.repeat(20)]);
  });

  test('keeps what is not accepted through a reload', async () => {
    const storage = createStorage();
    const before = open(storage);
    before.answers.push('silence');
    before.outbox.send(ADD);
    await vi.advanceTimersByTimeAsync(0);
    before.outbox.close();

    const after = open(storage);
    expect(after.shown()).toEqual([['new', true]]);
    await vi.advanceTimersByTimeAsync(0);
    expect(after.sent).toEqual([['add', ID, 'new']]);
    expect(storage.textIDs()).toEqual([]);
  });

  test('keeps what meets an ended session for when its person is back', async () => {
    const { outbox, answers, storage, refused } = open();
    answers.push('signed-out');
    outbox.send(ADD);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(storage.read(ID)).toEqual([ADD]);
    expect(refused).toEqual([]);
  });

  test('gives a refused operation back and forgets what stood on it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { outbox, answers, storage, refused, sent } = open();
    answers.push('text-malformed');
    outbox.send(ADD);
    outbox.send(EDIT);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refused).toEqual([[ADD, 'edited']]);
    expect(sent).toHaveLength(1);
    expect(storage.textIDs()).toEqual([]);
    expect(log).toHaveBeenCalledOnce();
  });

  test('takes an id that is in use for an earlier try that arrived', async () => {
    const { outbox, answers, refused, shown } = open();
    answers.push('conflict');
    outbox.send(ADD);
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toEqual([]);
    expect(shown()).toEqual([['new', false]]);
  });

  test('does not send what another tab has already seen accepted', async () => {
    const { outbox, answers, storage, sent } = open();
    answers.push('silence');
    outbox.send(ADD);
    outbox.send(EDIT);
    await vi.advanceTimersByTimeAsync(0);
    storage.write(ID, []);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(sent.filter(([kind]) => kind === 'edit')).toEqual([]);
  });

  test('sends at once when the connection is back', async () => {
    const { outbox, answers, sent } = open();
    answers.push('silence');
    outbox.send(ADD);
    await vi.advanceTimersByTimeAsync(0);
    outbox.resend();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(2);
  });

  test('a deleted thought is hidden at once, and shown again when the delete is refused', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { outbox, answers, shown } = open();
    answers.push('not-found');
    outbox.send(DELETE);
    expect(shown([stored('there')])).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown([stored('there')])).toEqual([['there', false]]);
  });

  test('a deleted thought stays hidden, however long a list goes on holding it', async () => {
    const { outbox, ledger, shown } = open();
    outbox.send(DELETE);
    await vi.advanceTimersByTimeAsync(600_000);
    ledger.settle([[]]);
    expect(shown([stored('there')])).toEqual([]);
  });

  test('an edit shows at once, and until the list has it', async () => {
    const { outbox, ledger, shown } = open();
    outbox.send(EDIT);
    expect(shown([stored('before')])).toEqual([['edited', true]]);
    await vi.advanceTimersByTimeAsync(0);
    ledger.settle([[stored('before')], []]);
    expect(shown([stored('before')])).toEqual([['edited', false]]);
    ledger.settle([[stored('edited')], [stored('before')]]);
    expect(shown([stored('before')])).toEqual([['edited', false]]);
    ledger.settle([[stored('edited')], []]);
    expect(ledger.pending.get().size).toBe(0);
  });
});

function createStorage(): OutboxStorage {
  const kept = new Map<string, readonly Operation[]>();
  return {
    textIDs: () => [...kept.keys()],
    read: (textID) => [...(kept.get(textID) ?? [])],
    write: (textID, operations) => {
      if (operations.length === 0) kept.delete(textID);
      else kept.set(textID, operations);
    },
    onChange: () => () => {},
  };
}

function open(storage = createStorage()) {
  const sent: string[][] = [];
  const refused: [Operation, string | null][] = [];
  /** The next answers, in order; a success when none is left. */
  const answers: (ProblemCode | 'silence')[] = [];
  const answer = async (...call: string[]): Promise<void> => {
    sent.push(call);
    const next = answers.shift();
    if (next === 'silence') return new Promise(() => {});
    if (next !== undefined) throw new Problem(next);
    return undefined;
  };
  const backend: Pick<Backend, 'addThought' | 'editThought' | 'deleteThought'> = {
    addThought: (textID, text) => answer('add', textID, text),
    editThought: (textID, text) => answer('edit', textID, text),
    deleteThought: (textID) => answer('delete', textID),
  };
  const ledger = openLedger(storage);
  const outbox = createOutbox(backend, ledger, ({ operation, text }) => {
    refused.push([operation, text]);
  });
  onTestFinished(() => outbox.close());
  const shown = (thoughts: Thought[] = []) =>
    overlay(thoughts, ledger.pending.get(), AUTHOR).map(({ thought, isPending }) => [
      thought.text,
      isPending,
    ]);
  return { outbox, ledger, storage, sent, refused, answers, shown };
}

const AUTHOR = {
  uid: 'u',
  displayName: 'U',
  photoURL: null,
  email: null,
  metadata: { creationTime: '', lastSignInTime: '' },
};

function stored(text: string): Thought {
  return {
    textID: ID,
    uID: 'u',
    uName: 'U',
    text,
    createdAt: { seconds: 1, nanoseconds: 0 },
    uProfile: '',
  };
}
