// @vitest-environment jsdom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { NEVER } from '#shared/backoff.ts';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import { writesBy } from '#client/backend/contract.ts';
import type { BrowserStorage } from '#client/browser/storage.ts';
import { openPages } from '#client/browser/open-pages.ts';
import { addOf, deleteOf, installLocks, openBrowser, writerIn } from '#tests/client/browser.ts';
import { untilAborted } from '#tests/server/gate.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import { createCards } from './cards.ts';
import { NEW } from './kind.ts';
import { openLedger } from './ledger.ts';
import { Sender } from './sender.ts';

const ID = 'A'.repeat(20);
const OTHER_ID = 'B'.repeat(20);
const ADD = addOf(ID);
const EDIT = { ...addOf(ID, 'edited'), kind: 'edit', base: { text: 'new', version: 1 } } as const;
const EDIT_AGAIN = { ...EDIT, text: 'edited again', base: { text: 'edited', version: 2 } };
const DELETE = deleteOf(ID);
installLocks();
beforeEach(() => {
  vi.useFakeTimers();
  for (const level of ['info', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
});

describe('a write', () => {
  test.for(['unavailable', 'too-many-requests', 'internal', 'silence'] as const)(
    'is sent again under the same id after %s, which is logged',
    async (answer) => {
      const { write, sent, answers, shown } = open();
      answers.push(answer);
      write(ADD);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(sent).toEqual(addsOf(ID, ID));
      expect(vi.mocked(console.info).mock.calls).toEqual([['The add failed', expect.any(Problem)]]);
      expect(shown()).toEqual([['new', false]]);
    },
  );

  test('is kept until its person is back when the session has ended', async () => {
    const { write, answers, ledger, returned } = open();
    answers.push('signed-out');
    write(ADD);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([ledger.unsent(), returned()]).toMatchObject([[ADD], []]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ledger.unsent()).toEqual([]);
  });

  test.for([
    ['an add', ADD, [NEW, 'new']],
    ['an edit', EDIT, [ID, 'edited']],
    ['a delete', DELETE, undefined],
  ] as const)(
    '%s that something other than the server answers again and again while others pass is refused after some minutes',
    async ([, blocked, returned_]) => {
      const { write, ledger, returned, answers } = open();
      answers.push(...Array<'blocked'>(30).fill('blocked'));
      write(blocked);
      await vi.advanceTimersByTimeAsync(120_000);
      expect([ledger.unsent(), returned()]).toMatchObject([[blocked], []]);
      await vi.advanceTimersByTimeAsync(180_000);
      expect([ledger.unsent(), returned()]).toEqual([[], returned_ ? [returned_] : []]);
    },
  );

  test.for(['unavailable', 'too-many-requests', 'internal'] as const)(
    'that the server itself answers with %s is never refused',
    async (answer) => {
      const { write, ledger, answers } = open();
      answers.push(...Array<ProblemCode>(60).fill(answer));
      write(ADD);
      await vi.advanceTimersByTimeAsync(600_000);
      expect(ledger.unsent()).toMatchObject([ADD]);
    },
  );

  test('that something other than the server answers is never refused while nothing passes', async () => {
    const { write, ledger, answers } = open(openBrowser()(), () => false);
    answers.push(...Array<'blocked'>(60).fill('blocked'));
    write(ADD);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ledger.unsent()).toMatchObject([ADD]);
  });

  test('is not tried while nobody is signed in', async () => {
    const { write, sent, answers } = open();
    answers.push('signed-out');
    write(ADD);
    await settled();
    write({ ...ADD, place: OTHER_ID });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual(addsOf(ID));
  });

  test('under way is stopped when a delete overtakes it', async () => {
    const { write, signals, answers } = open();
    answers.push('silence');
    write(EDIT);
    await settled();
    write(DELETE);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  test('counts as done when its id is in use, because an earlier try arrived', async () => {
    const { write, answers, returned, shown } = open();
    answers.push('conflict');
    write(ADD);
    await settled();
    expect([returned(), shown()]).toEqual([[], [['new', false]]]);
  });
});

describe('the order', () => {
  test('is kept by adds, even after one that was refused, but one that fails holds up no other', async () => {
    const { write, sent, answers } = open();
    const ids = ['F', 'B', 'E', 'A', 'D', 'C'].map((letter) => letter.repeat(20));
    answers.push('forbidden', 'unavailable');
    for (const textID of ids) write({ ...ADD, place: textID });
    await settled();
    expect(sent).toEqual(addsOf(...ids));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toEqual(addsOf(...ids, ids[1]));
  });

  test('makes no write wait for one of another thought, unless both create theirs', async () => {
    const { write, sent, answers } = open();
    answers.push('silence');
    write({ ...ADD, place: OTHER_ID });
    write(EDIT);
    await settled();
    expect(sent.map(([name]) => name)).toEqual(['addThought', 'editThought']);
  });

  test('is kept by two edits, the second based on the first', async () => {
    const { write, sent, answers } = open();
    answers.push('silence');
    write(EDIT);
    await settled();
    write(EDIT_AGAIN);
    await vi.advanceTimersByTimeAsync(60_000);
    const edits = [EDIT, EDIT, EDIT_AGAIN].map(({ place: textID, text, base }) => ({
      author: SAMPLE_USER.uid,
      textID,
      text,
      base,
    }));
    expect(sent).toEqual(edits.map((edit) => ['editThought', edit]));
  });
});

test('with several tabs each sends what is ready, so that no write waits for a tab that sleeps or is closed', async () => {
  const tab = openBrowser();
  const sleeping = open(tab());
  sleeping.answers.push('silence');
  sleeping.write(ADD);
  const awake = open(tab());
  awake.write({ ...ADD, place: OTHER_ID });
  await settled();
  expect(awake.sent).toEqual(addsOf(ID, OTHER_ID));
  writerIn(openLedger(tab(), openPages(), SAMPLE_USER)).submit(NEW, {
    ...ADD,
    place: 'C'.repeat(20),
  });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(awake.ledger.unsent()).toEqual([]);
});

test('a deleted thought is hidden at once, and shown again when the delete is refused, which is logged', async () => {
  const { write, answers, shown } = open();
  answers.push('not-found');
  write(DELETE);
  expect(shown([thoughtOf('there')])).toEqual([]);
  await settled();
  expect(shown([thoughtOf('there')])).toEqual([['there', false]]);
  expect(vi.mocked(console.error).mock.calls).toEqual([
    ['The delete of a thought was refused', expect.any(Problem)],
  ]);
});

test('a sender that is closed sends nothing more, takes no refusal, and keeps what is not accepted', async () => {
  const storage = openBrowser()();
  const { write, sender, answers, ledger, returned, sent } = open(storage);
  answers.push('text-malformed');
  write(ADD);
  sender.close();
  await settled();
  ledger.submit(NEW, { ...ADD, place: OTHER_ID });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([returned(), sent.length]).toEqual([[], 1]);
  const next = open(storage);
  await settled();
  expect(next.sent).toEqual(addsOf(ID, OTHER_ID));
});

test('before a sign-out everything is sent, in its order and at once, though the board is closed meanwhile', async () => {
  const { write, sender, sent, ledger, answers } = open();
  answers.push('unavailable');
  for (const item of [ADD, EDIT, EDIT_AGAIN]) write(item);
  await settled();
  const began = Date.now();
  // Nothing is to be sent there.
  await open().sender.flush(NEVER);
  const flushed = sender.flush(NEVER);
  sender.close();
  ledger.close();
  await flushed;
  expect([ledger.unsent(), sent.length, Date.now() - began]).toEqual([[], 4, 0]);
});

test('a sign-out waits five seconds for writes that are not answered, which are then left for the next visit', async () => {
  const { write, sender, sent, ledger, answers } = open();
  answers.push('silence', 'silence');
  write(ADD);
  const flushed = vi.fn<() => void>();
  void sender.flush(NEVER).then(flushed);
  sender.close();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(flushed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(flushed).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent.length, ledger.unsent().length]).toEqual([2, 1]);
});

/** A board's writing half, over a backend that answers as a test says. */
function open(storage: BrowserStorage = openBrowser()(), isLive = () => true) {
  const sent: unknown[][] = [];
  const signals: AbortSignal[] = [];
  /** The next answers, in order; a success when none is left. */
  const answers: (ProblemCode | 'silence' | 'blocked')[] = [];
  const backend = writesBy(async (name, given, signal) => {
    sent.push([name, given]);
    signals.push(signal);
    const next = answers.shift();
    if (next === 'silence') await untilAborted(signal);
    else if (next === 'blocked') throw new Problem('unavailable', { isForeign: true });
    else if (next !== undefined) throw new Problem(next);
    return 'a mark';
  });
  const ledger = writerIn(openLedger(storage, openPages(), SAMPLE_USER));
  const { state: writing, apply } = ledger;
  const sender = new Sender({ backend, writing, apply, isLive });
  onTestFinished(() => sender.close());
  const write = (item: Parameters<typeof ledger.submit>[1]): void =>
    ledger.submit(item.kind === 'add' ? NEW : item.place, item);
  const cardsOf = createCards(SAMPLE_USER);
  const shown = (thoughts: Thought[] = []) =>
    cardsOf(thoughts, ledger.state.get()).map(({ thought, isUnsent }) => [thought.text, isUnsent]);
  const returned = () => {
    const { open: opened, waiting } = ledger.state.get();
    return [...opened.values(), ...waiting].map(({ place, text }) => [place, text]);
  };
  return { write, sender, ledger, sent, signals, returned, answers, shown };
}

/** What adds of these ids send. */
function addsOf(...ids: (string | undefined)[]): unknown[][] {
  return ids.map((textID) => ['addThought', { author: SAMPLE_USER.uid, textID, text: 'new' }]);
}

async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

function thoughtOf(text: string, textID = ID): Thought {
  return sampleThought(1, { textID, text });
}
