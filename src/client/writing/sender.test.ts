import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import type { Writes } from '#client/backend/backend.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import type { Operation } from './operation.ts';
import { applyOptimistic } from './optimistic.ts';
import { createSender } from './sender.ts';
import { openWriteQueue } from './write-queue.ts';

const ID = 'A'.repeat(20);
const OTHER_ID = 'B'.repeat(20);
const ADD: Operation = { kind: 'add', textID: ID, text: 'new', at: 1 };
const EDIT: Operation = {
  kind: 'edit',
  textID: ID,
  text: 'edited',
  replaces: { text: 'new', version: 1 },
  at: 2,
};
const DELETE: Operation = { kind: 'delete', textID: ID, at: 3 };
const SLOWLY_MS = 2_000;

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}));

describe('sending', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('shows an add as pending at once, and as settled once accepted', async () => {
    const { write, shown } = open();
    write(ADD);
    expect(shown()).toEqual([['new', true]]);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual([['new', false]]);
  });

  test('sends again after a passing problem, under the same id', async () => {
    const { write, sent, answers, shown } = open();
    answers.push('unavailable', 'too-many-requests', 'internal');
    write(ADD);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(sent).toEqual(Array.from({ length: 4 }, () => ['add', ID, 'new']));
    expect(shown()).toEqual([['new', false]]);
  });

  test('sends again when no answer comes', async () => {
    const { write, sent, answers } = open();
    answers.push('silence');
    write(ADD);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(sent).toHaveLength(2);
  });

  test('logs each failure after which it sends again', async () => {
    const { write, answers } = open();
    answers.push('unavailable', 'silence');
    write(ADD);
    await vi.advanceTimersByTimeAsync(40_000);
    const entry = ['The add failed', expect.any(Problem)];
    expect(vi.mocked(console.info).mock.calls).toEqual([entry, entry]);
  });

  test("sends one thought's operations in the order asked for", async () => {
    const { write, sent, answers } = open();
    answers.push('unavailable');
    write(ADD);
    write(EDIT);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map(([kind]) => kind)).toEqual(['add', 'add', 'edit']);
  });

  test('a delete overtakes what is not sent yet, so that nobody sees it', async () => {
    const { write, sent, answers, shown } = open();
    answers.push('unavailable');
    write(ADD);
    await vi.advanceTimersByTimeAsync(0);
    write(EDIT);
    write(DELETE);
    expect(shown()).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map(([kind]) => kind)).toEqual(['add', 'delete']);
  });

  test('sends what a closed tab has left behind', async () => {
    const tab = openBrowser();
    const { sent } = open(tab());
    openWriteQueue(tab(), 'u').enqueue(ADD);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(sent).toEqual([['add', ID, 'new']]);
  });

  test('does not try again what another tab has sent meanwhile', async () => {
    const tab = openBrowser();
    const { write, answers, sent } = open(tab());
    answers.push('unavailable');
    write(ADD);
    await vi.advanceTimersByTimeAsync(0);
    openWriteQueue(tab(), 'u').acknowledge(ADD);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(sent).toHaveLength(1);
  });

  test('takes no refusal after it was closed', async () => {
    const { write, sender, answers, queue, refused } = open();
    answers.push('text-malformed');
    write(ADD);
    sender.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toEqual([]);
    expect(queue.unsent()).toEqual([ADD]);
  });

  test('sends nothing more once it is closed, and looks no more', async () => {
    const { queue, sender, sent } = open();
    sender.close();
    expect(vi.getTimerCount()).toBe(0);
    queue.enqueue(ADD);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });

  test('sends the rest of who leaves, in order, though it is closed meanwhile', async () => {
    const { write, sender, queue, sent, answers, hasSentRest } = open();
    answers.push('slowly', 'slowly');
    write(ADD);
    write({ ...ADD, textID: OTHER_ID });
    const isOver = hasSentRest();
    sender.close();
    await vi.advanceTimersByTimeAsync(SLOWLY_MS);
    expect([sent.length, isOver()]).toEqual([2, false]);
    await vi.advanceTimersByTimeAsync(SLOWLY_MS);
    expect([queue.unsent(), isOver()]).toEqual([[], true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('sends the rest at once that waits for another try', async () => {
    const { write, answers, sent, hasSentRest } = open();
    answers.push('unavailable');
    write(ADD);
    await vi.advanceTimersByTimeAsync(0);
    const isOver = hasSentRest();
    await vi.advanceTimersByTimeAsync(0);
    expect([sent.length, isOver()]).toEqual([2, true]);
  });

  test('of who leaves with nothing to send nothing is waited for', async () => {
    const { hasSentRest, sent } = open();
    const isOver = hasSentRest();
    await vi.advanceTimersByTimeAsync(0);
    expect([isOver(), sent]).toEqual([true, []]);
  });

  test('sends the rest for five seconds at most, and keeps what is not accepted', async () => {
    const { write, sender, queue, answers, signals, hasSentRest } = open();
    answers.push('silence');
    write(ADD);
    const isOver = hasSentRest();
    sender.close();
    await vi.advanceTimersByTimeAsync(4_990);
    expect([isOver(), signals[0]?.aborted]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(10);
    expect([isOver(), signals[0]?.aborted]).toEqual([true, true]);
    expect(queue.unsent()).toEqual([ADD]);
  });

  test('sends the rest no longer than it is told to', async () => {
    const { write, answers, signals, hasSentRest } = open();
    const leaving = new AbortController();
    answers.push('silence');
    write(ADD);
    const isOver = hasSentRest(leaving.signal);
    await vi.advanceTimersByTimeAsync(0);
    leaving.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect([isOver(), signals[0]?.aborted]).toEqual([true, true]);
  });

  test('sends no rest in the name of nobody', async () => {
    const { write, queue, answers, sent, hasSentRest } = open();
    answers.push('signed-out');
    write(ADD);
    const isOver = hasSentRest();
    await vi.advanceTimersByTimeAsync(0);
    expect([isOver(), sent.length]).toEqual([true, 1]);
    expect(queue.unsent()).toEqual([ADD]);
  });

  test('counts as done once what another tab has seen accepted first', async () => {
    const tab = openBrowser();
    const [first, second] = [open(tab()), open(tab())];
    first.answers.push('silence');
    first.write(ADD);
    await vi.advanceTimersByTimeAsync(0);
    second.sender.send();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(first.shown()).toEqual([['new', false]]);
    expect(first.queue.pending.get()).toHaveLength(1);
  });

  test('gives up a copy that another tab has overtaken, and sends what waited for it', async () => {
    const tab = openBrowser();
    const [late, quick] = [open(tab()), open(tab())];
    late.answers.push('silence');
    late.write(EDIT);
    await vi.advanceTimersByTimeAsync(0);
    late.write({ ...EDIT, text: 'new', replaces: { text: 'edited', version: 2 }, at: 3 });
    quick.queue.acknowledge(EDIT);
    await vi.advanceTimersByTimeAsync(0);
    expect(late.signals[0]?.aborted).toBe(true);
    expect(late.sent.map(([, , text]) => text)).toEqual(['edited', 'new']);
    expect(late.queue.unsent()).toEqual([]);
    expect(late.refused).toEqual([]);
  });

  test('gives up an add that is under way when its thought is deleted', async () => {
    const { write, answers, signals, sent } = open();
    answers.push('silence');
    write(ADD);
    write(DELETE);
    await vi.advanceTimersByTimeAsync(0);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(sent.map(([kind]) => kind)).toEqual(['add', 'delete']);
  });

  test('lets no edit and no delete wait for another thought', async () => {
    const { write, sent, answers } = open();
    answers.push('silence', 'silence');
    write(ADD);
    write({ ...EDIT, textID: OTHER_ID });
    write({ ...DELETE, textID: 'C'.repeat(20) });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(([kind]) => kind)).toEqual(['add', 'edit', 'delete']);
  });

  test('sends adds one after the other, in the order they were written', async () => {
    const { write, sent, answers } = open();
    const ids = ['F', 'B', 'E', 'A', 'D', 'C'].map((letter) => letter.repeat(20));
    answers.push('unavailable', 'internal');
    for (const textID of ids) write({ ...ADD, textID });
    await vi.advanceTimersByTimeAsync(20_000);
    const order = [...new Set(sent.map(([, textID]) => textID))];
    expect(order).toEqual(ids);
    expect(sent.slice(0, 3).map(([, textID]) => textID)).toEqual([ids[0], ids[0], ids[0]]);
  });

  test('goes on with the next add when one is refused', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { write, sent, answers, refused } = open();
    answers.push('forbidden');
    write(ADD);
    write({ ...ADD, textID: OTHER_ID });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(([, textID]) => textID)).toEqual([ID, OTHER_ID]);
    expect(refused).toHaveLength(1);
  });

  test('merges an edit that is not sent yet with a newer one of the same thought', async () => {
    const { write, sent, answers } = open();
    answers.push('silence');
    write(ADD);
    write(EDIT);
    write({ ...EDIT, text: 'edited again', replaces: { text: 'edited', version: 2 } });
    await vi.advanceTimersByTimeAsync(60_000);
    const edits = sent.filter(([kind]) => kind === 'edit');
    expect(edits).toEqual([['edit', ID, 'edited again', 'new', 1]]);
  });

  test('does not merge an edit of which a copy may have arrived', async () => {
    const { write, sent, answers } = open();
    answers.push('silence');
    write(EDIT);
    await vi.advanceTimersByTimeAsync(0);
    write({ ...EDIT, text: 'edited again', replaces: { text: 'edited', version: 2 } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.at(-1)).toEqual(['edit', ID, 'edited again', 'edited', 2]);
    expect(sent.filter(([, , text]) => text === 'edited')).toHaveLength(2);
  });

  test('aborts a send that is given up, sent again or left behind', async () => {
    const { write, sender, answers, signals } = open();
    answers.push('silence', 'silence', 'silence');
    write(ADD);
    await vi.advanceTimersByTimeAsync(25_000);
    sender.resend();
    await vi.advanceTimersByTimeAsync(0);
    sender.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });

  test('waits as long as the backend asks for', async () => {
    const { write, sent, answers } = open();
    answers.push(new Problem('too-many-requests', { retryAfter: 50_000 }));
    write(ADD);
    await vi.advanceTimersByTimeAsync(49_000);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent).toHaveLength(2);
  });

  test('sends from any tab what is ready, so that none waits for a tab that sleeps', async () => {
    const tab = openBrowser();
    const sleeping = open(tab());
    sleeping.answers.push('silence');
    sleeping.write(ADD);
    const awake = open(tab());
    awake.write({ ...ADD, textID: OTHER_ID });
    await vi.advanceTimersByTimeAsync(0);
    expect(awake.sent.map(([, textID]) => textID)).toEqual([ID, OTHER_ID]);
    expect(awake.queue.unsent()).toEqual([]);
  });

  test('keeps what is not accepted through a reload', async () => {
    const storage = openBrowser()();
    const before = open(storage);
    before.answers.push('silence');
    before.write(ADD);
    await vi.advanceTimersByTimeAsync(0);
    before.sender.close();

    const after = open(storage);
    expect(after.shown()).toEqual([['new', true]]);
    await vi.advanceTimersByTimeAsync(0);
    expect(after.sent).toEqual([['add', ID, 'new']]);
    expect(after.queue.unsent()).toEqual([]);
  });

  test('keeps what meets an ended session for when its person is back', async () => {
    const { write, answers, queue, refused } = open();
    answers.push('signed-out');
    write(ADD);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queue.unsent()).toEqual([ADD]);
    expect(refused).toEqual([]);
  });

  test('gives a refused operation back and forgets what stood on it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { write, answers, queue, refused, sent } = open();
    answers.push('text-malformed');
    write(ADD);
    write(EDIT);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refused).toEqual([[ADD, 'edited']]);
    expect(sent).toHaveLength(1);
    expect(queue.unsent()).toEqual([]);
    expect(log).toHaveBeenCalledOnce();
  });

  test('takes an id that is in use for an earlier try that arrived', async () => {
    const { write, answers, refused, shown } = open();
    answers.push('conflict');
    write(ADD);
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toEqual([]);
    expect(shown()).toEqual([['new', false]]);
  });

  test('does not send what another tab has already seen accepted', async () => {
    const tab = openBrowser();
    const { write, answers, sent } = open(tab());
    answers.push('silence');
    write(ADD);
    write(EDIT);
    await vi.advanceTimersByTimeAsync(0);
    const elsewhere = openWriteQueue(tab(), 'u');
    for (const operation of elsewhere.unsent()) elsewhere.acknowledge(operation);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(sent.filter(([kind]) => kind === 'edit')).toEqual([]);
  });

  test('takes no text back from an add whose thought was deleted elsewhere meanwhile', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { write, answers, queue, shown } = open();
    answers.push('unavailable', 'not-found');
    write(ADD);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queue.pending.get()).toEqual([]);
    expect(shown()).toEqual([]);
  });

  test('sends what waits at once when the connection is back', async () => {
    const { write, sender, answers, sent } = open();
    answers.push('unavailable');
    write(ADD);
    await vi.advanceTimersByTimeAsync(0);
    sender.resend();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(2);
  });

  test('gets a slow answer though every stream is short', async () => {
    const { write, sender, queue, answers, sent } = open();
    answers.push('slowly', 'slowly', 'slowly');
    write(ADD);
    for (let streams = 0; streams < 2; streams += 1) {
      await vi.advanceTimersByTimeAsync(SLOWLY_MS / 2);
      sender.resend();
    }
    await vi.advanceTimersByTimeAsync(SLOWLY_MS / 2);
    expect(queue.unsent()).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  test('a deleted thought is hidden at once, and shown again when the delete is refused', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { write, answers, shown } = open();
    answers.push('not-found');
    write(DELETE);
    expect(shown([thoughtOf('there')])).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown([thoughtOf('there')])).toEqual([['there', false]]);
  });

  test('a deleted thought stays hidden, however long a list goes on holding it', async () => {
    const { write, queue, shown } = open();
    write(DELETE);
    await vi.advanceTimersByTimeAsync(600_000);
    queue.reconcile([[]]);
    expect(shown([thoughtOf('there')])).toEqual([]);
  });

  test('a refused edit gives back the last text that stood on it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { write, answers, refused, shown } = open();
    answers.push('unavailable', 'conflict');
    write(EDIT);
    await vi.advanceTimersByTimeAsync(0);
    write({ ...EDIT, text: 'edited again', replaces: { text: 'edited', version: 2 } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(refused).toEqual([[EDIT, 'edited again']]);
    expect(shown([thoughtOf('newer')])).toEqual([['newer', false]]);
  });

  test('an edit shows at once, and until the list has it', async () => {
    const { write, queue, shown } = open();
    write({ ...EDIT, replaces: { text: 'before', version: 1 } });
    expect(shown([thoughtOf('before')])).toEqual([['edited', true]]);
    await vi.advanceTimersByTimeAsync(0);
    queue.reconcile([[thoughtOf('before')], []]);
    expect(shown([thoughtOf('before')])).toEqual([['edited', false]]);
    queue.reconcile([[thoughtOf('edited')], [thoughtOf('before')]]);
    expect(shown([thoughtOf('before')])).toEqual([['edited', false]]);
    queue.reconcile([[thoughtOf('edited')], []]);
    expect(queue.pending.get()).toEqual([]);
  });
});

/** A board's writing half, over a backend that answers as a test says. */
function open(storage: BrowserStorage = openBrowser()()) {
  const sent: unknown[][] = [];
  const signals: AbortSignal[] = [];
  const refused: [Operation, string | null][] = [];
  /** The next answers, in order; a success when none is left. */
  const answers: (ProblemCode | Problem | 'silence' | 'slowly')[] = [];
  const answer = async (signal: AbortSignal, ...call: unknown[]): Promise<void> => {
    sent.push(call);
    signals.push(signal);
    const next = answers.shift();
    if (next === 'silence')
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    if (next === 'slowly')
      return new Promise((resolve) => {
        setTimeout(resolve, SLOWLY_MS);
      });
    if (next !== undefined) throw typeof next === 'string' ? new Problem(next) : next;
    return undefined;
  };
  const backend: Writes = {
    addThought: ({ textID, text }, signal) => answer(signal, 'add', textID, text),
    editThought: ({ textID, text, replaces }, signal) =>
      answer(signal, 'edit', textID, text, replaces.text, replaces.version),
    deleteThought: (textID, signal) => answer(signal, 'delete', textID),
  };
  const queue = openWriteQueue(storage, 'u');
  const sender = createSender({
    backend,
    queue,
    onRefused: ({ operation, text }) => refused.push([operation, text]),
  });
  onTestFinished(() => sender.close());
  const write = (operation: Operation): void => {
    queue.enqueue(operation);
    sender.send();
  };
  const shown = (thoughts: Thought[] = []) =>
    applyOptimistic(thoughts, queue.pending.get(), SAMPLE_USER).map(
      ({ text, isPending = false }) => [text, isPending],
    );
  /** Has the rest sent, and tells whether that is over. */
  const hasSentRest = (signal = new AbortController().signal): (() => boolean) => {
    let isOver = false;
    void sender.flush(signal).then(() => (isOver = true));
    return () => isOver;
  };
  return { write, sender, queue, sent, signals, refused, answers, shown, hasSentRest };
}

function thoughtOf(text: string): Thought {
  return sampleThought(1, { textID: ID, text });
}
