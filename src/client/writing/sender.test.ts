import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import type { Writes } from '#client/backend/backend.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import { untilAborted } from '#tests/setup/until-aborted.ts';
import { applyOptimistic } from './optimistic.ts';
import { createSender } from './sender.ts';
import { NEW } from './texts.ts';
import { openWriteQueue, type Operation } from './write-queue.ts';

const ID = 'A'.repeat(20);
const OTHER_ID = 'B'.repeat(20);
const ADD: Operation = { kind: 'add', textID: ID, text: 'new', at: 1 };
const EDIT: Operation = {
  kind: 'edit',
  textID: ID,
  text: 'edited',
  base: { text: 'new', version: 1 },
  at: 2,
};
const EDIT_AGAIN = { ...EDIT, text: 'edited again', base: { text: 'edited', version: 2 } };
const DELETE: Operation = { kind: 'delete', textID: ID, at: 3 };
const SLOWLY_MS = 2_000;

beforeEach(() => {
  vi.useFakeTimers();
  for (const level of ['info', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
});

describe('a write', () => {
  test('shows as pending at once, and as settled once accepted', async () => {
    const { write, shown } = open();
    write(ADD);
    expect(shown()).toEqual([['new', true]]);
    await settled();
    expect(shown()).toEqual([['new', false]]);
  });

  test.for(['unavailable', 'too-many-requests', 'internal', 'silence'] as const)(
    'is sent again under the same id after %s, which is logged',
    async (answer) => {
      const { write, sent, answers, shown } = open();
      answers.push(answer);
      write(ADD);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(sent).toEqual(Array.from({ length: 2 }, () => ['add', ID, 'new']));
      expect(vi.mocked(console.info).mock.calls).toEqual([['The add failed', expect.any(Problem)]]);
      expect(shown()).toEqual([['new', false]]);
    },
  );

  test('that waits is sent at once when the connection is back', async () => {
    const { write, sender, answers, sent } = open();
    answers.push('unavailable');
    write(ADD);
    await settled();
    sender.resend();
    await settled();
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
    expect([queue.unsent(), sent.length]).toEqual([[], 1]);
  });

  test('keeps what meets an ended session for when its person is back', async () => {
    const { write, answers, queue, returned } = open();
    answers.push('signed-out');
    write(ADD);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([queue.unsent(), returned]).toEqual([[ADD], []]);
  });

  test('takes an id that is in use for an earlier try that arrived', async () => {
    const { write, answers, returned, shown } = open();
    answers.push('conflict');
    write(ADD);
    await settled();
    expect([returned, shown()]).toEqual([[], [['new', false]]]);
  });
});

describe('the order', () => {
  test("is kept by one thought's writes", async () => {
    const { write, sent, answers } = open();
    answers.push('unavailable');
    write(ADD);
    write(EDIT);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map(([kind]) => kind)).toEqual(['add', 'add', 'edit']);
  });

  test('is kept by adds, also after one that failed or was refused', async () => {
    const { write, sent, answers } = open();
    const ids = ['F', 'B', 'E', 'A', 'D', 'C'].map((letter) => letter.repeat(20));
    answers.push('unavailable', 'forbidden');
    for (const textID of ids) write({ ...ADD, textID });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent.map(([, textID]) => textID)).toEqual([ids[0], ...ids]);
  });

  test('lets no edit and no delete wait for another thought', async () => {
    const { write, sent, answers } = open();
    answers.push('silence', 'silence');
    write(ADD);
    write({ ...EDIT, textID: OTHER_ID });
    write({ ...DELETE, textID: 'C'.repeat(20) });
    await settled();
    expect(sent.map(([kind]) => kind)).toEqual(['add', 'edit', 'delete']);
  });

  test('is overtaken by a delete, so that nobody sees what is not sent yet', async () => {
    const { write, sent, answers, signals, shown } = open();
    answers.push('silence');
    write(ADD);
    await settled();
    write(EDIT);
    write(DELETE);
    expect(shown()).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map(([kind]) => kind)).toEqual(['add', 'delete']);
    expect(signals[0]?.aborted).toBe(true);
  });

  test('is kept by two edits, of which the second stands on the first', async () => {
    const { write, sent, answers } = open();
    answers.push('silence');
    write(EDIT);
    await settled();
    write(EDIT_AGAIN);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.map(([, , text]) => text)).toEqual(['edited', 'edited', 'edited again']);
    expect(sent.at(-1)).toEqual(['edit', ID, 'edited again', 'edited', 2]);
  });
});

describe('of several tabs', () => {
  test('any sends what is ready, so that none waits for a tab that sleeps or is closed', async () => {
    const tab = openBrowser();
    const sleeping = open(tab());
    sleeping.answers.push('silence');
    sleeping.write(ADD);
    const awake = open(tab());
    awake.write({ ...ADD, textID: OTHER_ID });
    await settled();
    expect(awake.sent.map(([, textID]) => textID)).toEqual([ID, OTHER_ID]);
    openWriteQueue(tab(), 'u').enqueue({ ...ADD, textID: 'C'.repeat(20) });
    await vi.advanceTimersByTimeAsync(25_000);
    expect(awake.queue.unsent()).toEqual([]);
  });

  test('one gives up a copy that another has brought there first, and goes on', async () => {
    const tab = openBrowser();
    const [late, quick] = [open(tab()), open(tab())];
    late.answers.push('silence');
    late.write(EDIT);
    await settled();
    late.write({ ...EDIT, text: 'new', base: { text: 'edited', version: 2 }, at: 3 });
    quick.queue.acknowledge(EDIT);
    await settled();
    expect(late.signals[0]?.aborted).toBe(true);
    expect(late.sent.map(([, , text]) => text)).toEqual(['edited', 'new']);
    expect([late.queue.unsent(), late.returned]).toEqual([[], []]);
  });
});

describe('what is refused', () => {
  test.for([
    ['an add', [ADD], 'text-malformed', { place: NEW, text: 'new' }],
    ['an add that was edited', [ADD, EDIT], 'text-malformed', { place: NEW, text: 'edited' }],
    ['an add that was deleted elsewhere', [ADD], 'not-found', null],
    ['an edit of something newer', [EDIT], 'conflict', { place: ID, text: 'edited' }],
    ['an edit of what is deleted', [EDIT], 'not-found', { place: NEW, text: 'edited' }],
    ['a delete', [DELETE], 'forbidden', null],
  ] as const)('%s returns its last text, if that is not there already', async ([, ...row]) => {
    const [operations, code, text] = row;
    const { write, answers, queue, returned, sent } = open();
    answers.push(code);
    operations.forEach(write);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(returned).toMatchObject(text === null ? [] : [text]);
    expect([sent.length, queue.pending.get()]).toEqual([1, []]);
    expect(console.error).toHaveBeenCalledOnce();
  });

  test('a refused edit gives back the last text that stood on it', async () => {
    const { write, answers, returned, shown } = open();
    answers.push('unavailable', 'conflict');
    write(EDIT);
    await settled();
    write(EDIT_AGAIN);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(returned).toMatchObject([{ place: ID, text: 'edited again' }]);
    expect(shown([thoughtOf('newer')])).toEqual([['newer', undefined]]);
  });

  test('a deleted thought is hidden at once, and shown again when the delete is refused', async () => {
    const { write, answers, shown } = open();
    answers.push('not-found');
    write(DELETE);
    expect(shown([thoughtOf('there')])).toEqual([]);
    await settled();
    expect(shown([thoughtOf('there')])).toEqual([['there', undefined]]);
  });
});

describe('a sender that is closed', () => {
  test('sends nothing more, takes no refusal, and keeps what is not accepted', async () => {
    const storage = openBrowser()();
    const { write, sender, answers, queue, returned, sent } = open(storage);
    answers.push('text-malformed');
    write(ADD);
    sender.close();
    await settled();
    queue.enqueue({ ...ADD, textID: OTHER_ID });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([returned, sent.length]).toEqual([[], 1]);
    const next = open(storage);
    await settled();
    expect(next.sent.map(([, textID]) => textID)).toEqual([ID, OTHER_ID]);
  });

  test('sends the rest of who leaves in order, at once also what waited for another try', async () => {
    const { write, sender, queue, sent, answers, flush } = open();
    answers.push('unavailable', 'slowly', 'slowly');
    write(ADD);
    await settled();
    write({ ...ADD, textID: OTHER_ID });
    const isOver = flush();
    sender.close();
    await vi.advanceTimersByTimeAsync(SLOWLY_MS);
    expect([sent.length, isOver()]).toEqual([3, false]);
    await vi.advanceTimersByTimeAsync(SLOWLY_MS);
    expect([queue.unsent(), isOver()]).toEqual([[], true]);
  });

  test.for([
    ['at once where nothing is left', [], 'nothing', 0],
    ['at once where the session has ended', [ADD], 'signed-out', 0],
    ['after five seconds where no answer comes', [ADD], 'silence', 5_000],
  ] as const)('has sent the rest %s', async ([, operations, answer, wait]) => {
    const { write, queue, answers, signals, flush } = open();
    if (answer !== 'nothing') answers.push(answer);
    operations.forEach(write);
    const isOver = flush();
    if (wait > 0) await vi.advanceTimersByTimeAsync(wait - 10);
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(10);
    expect([isOver(), queue.unsent()]).toEqual([true, operations]);
    expect(signals.every(({ aborted }) => aborted === (answer === 'silence'))).toBe(true);
  });
});

/** A board's writing half, over a backend that answers as a test says. */
function open(storage: BrowserStorage = openBrowser()()) {
  const sent: unknown[][] = [];
  const signals: AbortSignal[] = [];
  const returned: unknown[] = [];
  /** The next answers, in order; a success when none is left. */
  const answers: (ProblemCode | Problem | 'silence' | 'slowly')[] = [];
  const answer = async (signal: AbortSignal, ...call: unknown[]): Promise<void> => {
    sent.push(call);
    signals.push(signal);
    const next = answers.shift();
    if (next === undefined) return;
    if (next === 'silence') await untilAborted(signal);
    else if (next === 'slowly') await pause(SLOWLY_MS);
    else throw typeof next === 'string' ? new Problem(next) : next;
  };
  const backend: Writes = {
    addThought: ({ textID, text }, signal) => answer(signal, 'add', textID, text),
    editThought: ({ textID, text, base }, signal) =>
      answer(signal, 'edit', textID, text, base.text, base.version),
    deleteThought: (textID, signal) => answer(signal, 'delete', textID),
  };
  const queue = openWriteQueue(storage, 'u');
  const sender = createSender({ backend, queue, onReturned: (text) => returned.push(text) });
  onTestFinished(() => sender.close());
  const write = (operation: Operation): void => {
    queue.enqueue(operation);
    sender.send();
  };
  const shown = (thoughts: Thought[] = []) =>
    applyOptimistic(thoughts, queue.pending.get(), SAMPLE_USER).map(({ text, isPending }) => [
      text,
      isPending,
    ]);
  /** Has the rest sent, and tells whether that is over. */
  const flush = (): (() => boolean) => {
    let isOver = false;
    void sender.flush().then(() => (isOver = true));
    return () => isOver;
  };
  return { write, sender, queue, sent, signals, returned, answers, shown, flush };
}

async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

function thoughtOf(text: string): Thought {
  return sampleThought(1, { textID: ID, text });
}
