// @vitest-environment jsdom
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import { openStorage } from '#client/browser/storage.ts';
import { openPages } from '#client/browser/open-pages.ts';
import {
  addOf,
  announced,
  locksAnswered,
  deleteOf,
  editOf,
  installLocks,
  openBrowser,
  openTab,
  storageOver,
  writerIn,
} from '#tests/client/browser.ts';
import { ordersOf } from '#tests/server/gate.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import { NEW } from './kind.ts';
import { openLedger } from './ledger.ts';

installLocks();

const CARD = sampleThought(1, { text: 'stored', version: 3 });
const OTHER = sampleThought(2, { text: 'other' });
const NEWER = { ...CARD, text: 'newer', version: 4 };

describe('a draft', () => {
  test("is its writer's alone", () => {
    const [storage, pages] = [openBrowser()(), openPages()];
    const ledgerOf = (uid: string) => writerIn(openLedger(storage, pages, { ...SAMPLE_USER, uid }));
    const ada = ledgerOf('ada');
    ada.type(NEW, null, 'private');
    ada.close();
    expect(['bob', 'ada'].map((uid) => ledgerOf(uid).state.get().waiting.length)).toEqual([0, 1]);
  });
});

describe('a text typed in one tab', () => {
  test('shows and opens in no other tab while its page lives, and survives Cancel there', async () => {
    const { ledger, openNext, leavePage } = openTab();
    const there = openNext();
    ledger.type(NEW, null, 'half');
    await announced();
    await locksAnswered();
    expect(there.texts()).toEqual([]);
    there.ledger.open(NEW, null);
    expect(there.draft()).toBe('');
    there.ledger.type(NEW, null, 'something else');
    there.ledger.cancel(NEW);
    ledger.leave(NEW);
    await announced();
    expect(there.texts()).toEqual([]);
    await leavePage();
    expect(there.texts()).toEqual(['half']);
  });

  test('is gone once it is emptied', () => {
    const { ledger, texts, items } = openTab();
    for (const text of ['text', '']) ledger.type(NEW, null, text);
    ledger.leave(NEW);
    expect([texts(), items.size]).toEqual([[], 0]);
  });

  test.for(ordersOf(['here', 'there', 'here again', 'announced'] as const))(
    'on a page that is gone, and continued in two others, becomes two texts: %s, %s, %s, %s',
    async (order) => {
      const gone = openTab();
      gone.ledger.type(NEW, null, 'of both');
      const [here, there] = [gone.openNext(), gone.openNext()];
      await gone.leavePage();
      for (const { ledger } of [here, there]) ledger.open(NEW, null);
      expect([here.draft(), there.draft()]).toEqual(['of both', 'of both']);
      for (const act of order) {
        if (act === 'announced') await announced();
        else if (act === 'there') there.ledger.type(NEW, null, 'there');
        else here.ledger.type(NEW, null, 'here');
      }
      await announced();
      expect([here.texts(), there.texts(), gone.items.size]).toEqual([['here'], ['there'], 2]);
    },
  );

  test('that two tabs have opened is not given up by Cancel in one to which its next key was not announced', async () => {
    const gone = openTab();
    gone.ledger.type(NEW, null, 'of both');
    const [here, there] = [gone.openNext(), gone.openNext()];
    await gone.leavePage();
    for (const { ledger } of [here, there]) ledger.open(NEW, null);
    here.ledger.type(NEW, null, 'here');
    there.ledger.cancel(NEW);
    expect([...gone.items.values()].map((item) => JSON.parse(item).text)).toEqual(['here']);
  });
});

test('a text typed into a card is open in one card at a time; that of another card waits until it is saved or given up', () => {
  const { ledger, openCard, typed, texts } = openTab();
  ledger.type(CARD.textID, CARD, 'typed');
  ledger.open(OTHER.textID, OTHER);
  ledger.open(NEW, null);
  expect(openCard()).toBe(OTHER.textID);
  ledger.cancel(OTHER.textID);
  expect([openCard(), typed(CARD)]).toEqual([null, 'typed']);
  // It was typed over another text than this one.
  expect(typed(NEWER)).toBeNull();
  ledger.open(CARD.textID, CARD);
  ledger.cancel(CARD.textID);
  expect([typed(CARD), texts()]).toEqual([null, []]);
});

describe('a submitted text', () => {
  test('is one storage entry from its first key on, wherever a crash falls between two writes', () => {
    vi.useFakeTimers();
    const items = new Map<string, string>();
    const statesNow = () => [...items.values()].map((item) => JSON.parse(item).state);
    const states: string[][] = [];
    const storage = openStorage(
      () => storageOver(items, () => states.push(statesNow())),
      new EventTarget(),
    );
    const ledger = writerIn(openLedger(storage, openPages(), SAMPLE_USER));
    ledger.type(NEW, null, 'typed');
    ledger.leave(NEW);
    ledger.open(NEW, null);
    ledger.type(NEW, null, 'typed on');
    ledger.submit(NEW, addOf(CARD.textID, 'typed on'));
    const [item] = ledger.unsent();
    if (item) ledger.refuse(item, new Problem('text-malformed'));
    ledger.open(NEW, null);
    ledger.submit(NEW, addOf(OTHER.textID, 'typed on'));
    for (const one of ledger.unsent()) ledger.acknowledge(one);
    ledger.list(...ledger.state.get().sent);
    ledger.close();
    vi.runAllTimers();
    expect([...states, statesNow()]).toEqual([
      [],
      ['typed'],
      ['typed'],
      ['unsent'],
      ['typed'],
      ['unsent'],
      ['acknowledged'],
      [],
    ]);
  });
});

describe('an acknowledged entry', () => {
  test('shows in every tab until its own lists have passed it, also if those of another had before the answer', async () => {
    vi.useFakeTimers();
    const { ledger, submit, cards, openNext, items } = openTab();
    const there = openNext();
    const edit = submit(editOf(CARD, 'second'));
    await announced();
    expect(there.cards(CARD)[0]).toMatchObject({ thought: { text: 'second' }, isUnsent: true });
    ledger.acknowledge(edit);
    ledger.list(edit);
    await announced();
    const shown = () => [cards(CARD)[0]?.thought, there.cards(CARD)[0]];
    expect(shown()).toMatchObject([CARD, { thought: { text: 'second' }, isUnsent: false }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([items.size, shown()]).toMatchObject([0, [CARD, { thought: { text: 'second' } }]]);
    there.ledger.list(edit);
    expect(there.cards(CARD)[0]?.thought).toEqual(CARD);
  });
});

describe('when the storage is cleared while the page lives', () => {
  test.for(['announced', 'unannounced'])(
    'what was written or typed there is stored again: %s',
    async (how) => {
      vi.useFakeTimers();
      const { ledger, submit, state, texts, items, clear } = openTab();
      const sent = submit(addOf(CARD.textID));
      ledger.type(NEW, null, 'typed');
      const before = [...items.values()];
      if (how === 'unannounced') items.clear();
      if (how === 'announced') clear();
      else await vi.advanceTimersByTimeAsync(20_000);
      expect([...items.values()].toSorted()).toEqual(before.toSorted());
      expect([state().sent, texts()]).toEqual([[sent], ['typed']]);
    },
  );
});

test('a text for which the storage had no room is stored soon after there is some', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const items = new Map<string, string>();
  let isFull = true;
  const area = storageOver(items, (_key, value) => {
    if (isFull && value !== null) throw new Error('full');
  });
  const storage = openStorage(() => area, new EventTarget());
  const ledger = writerIn(openLedger(storage, openPages(), SAMPLE_USER));
  onTestFinished(() => ledger.close());
  ledger.type(NEW, null, 'typed');
  isFull = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([...items.values()]).toEqual([expect.stringContaining('typed')]);
});

describe('a refused write', () => {
  test.for([
    ['an add', [addOf(CARD.textID)], 'text-malformed', [[NEW, 'new']]],
    [
      'an add that was edited',
      [addOf(CARD.textID), editOf({ ...CARD, text: 'new' }, 'edited')],
      'text-malformed',
      [[NEW, 'edited']],
    ],
    ['an add that was deleted elsewhere', [addOf(CARD.textID)], 'not-found', []],
    ['an edit of something newer', [editOf(CARD, 'b')], 'conflict', [[CARD.textID, 'b']]],
    ['an edit of what is deleted', [editOf(CARD, 'b')], 'not-found', [[NEW, 'b']]],
    [
      'an edit that was edited',
      [editOf(CARD, 'b'), editOf({ ...CARD, text: 'b' }, 'c')],
      'conflict',
      [[CARD.textID, 'c']],
    ],
    [
      'an add that two tabs edited',
      [
        addOf(CARD.textID),
        editOf({ ...CARD, text: 'new' }, 'b'),
        editOf({ ...CARD, text: 'new' }, 'c'),
      ],
      'text-malformed',
      [
        [NEW, 'c'],
        [NEW, 'b'],
      ],
    ],
    ['a delete', [deleteOf(CARD.textID)], 'forbidden', []],
  ] as const)('%s gives its last text back', ([, items, code, waiting]) => {
    const { ledger, submit, texts, places } = openTab();
    const [first] = items.map(submit);
    if (first) ledger.refuse(first, new Problem(code satisfies ProblemCode));
    expect(places().map((place, index) => [place, texts()[index]])).toEqual(waiting);
    expect(ledger.unsent()).toEqual([]);
  });

  test('leaves alone what was written over a newer text', () => {
    const { ledger, submit, texts } = openTab();
    const [outdated, current] = [submit(editOf(CARD, 'b')), submit(editOf(NEWER, 'c'))];
    if (outdated) ledger.refuse(outdated, new Problem('conflict'));
    expect([texts(), ledger.unsent()]).toEqual([['b'], [current]]);
  });

  test.for(['refused by another tab', 'left before', 'still open'])(
    'is replaced by what its writer typed over it: %s',
    async (where) => {
      const { ledger, submit, openNext, cards, texts } = openTab();
      const there = openNext();
      const refused = submit(editOf(CARD, 'refused'));
      const base = { text: 'refused', version: 4 };
      ledger.type(CARD.textID, base, 'typed');
      if (where === 'left before') ledger.leave(CARD.textID, base);
      await announced();
      (where === 'refused by another tab' ? there : { ledger }).ledger.refuse(
        refused,
        new Problem('conflict'),
      );
      await announced();
      expect(cards(NEWER)[0]).toMatchObject({ typed: 'typed', base: 'newer', mode: 'editing' });
      expect([texts(), there.texts()]).toEqual([['typed'], []]);
    },
  );

  test('goes in every tab together with what was written over it, which would else be sent alone', async () => {
    const { ledger, submit, openNext } = openTab();
    const there = openNext();
    const first = submit(editOf(CARD, 'b'));
    submit(editOf({ ...CARD, text: 'b', version: 4 }, 'c'));
    submit(editOf({ ...CARD, text: 'c', version: 5 }, 'd'));
    await announced();
    const sent: string[][] = [];
    there.ledger.state.subscribe(() => sent.push(there.ledger.unsent().map(({ text }) => text)));
    ledger.refuse(first, new Problem('conflict'));
    await announced();
    expect(sent).toEqual([[]]);
  });

  test('comes back on the page where it was written, and on no other while that lives', async () => {
    const { openNext, submit, texts, openCard, leavePage } = openTab();
    const [there, third] = [openNext(), openNext()];
    const [edit, add] = [submit(editOf(CARD, 'edit')), submit(addOf(OTHER.textID, 'add'))];
    await announced();
    there.ledger.open(NEW, null);
    for (const item of [edit, add]) there.ledger.refuse(item, new Problem('conflict'));
    await announced();
    expect([openCard(), texts().toSorted()]).toEqual([CARD.textID, ['add', 'edit']]);
    expect([there.openCard(), there.texts()]).toEqual([null, []]);
    await leavePage();
    expect([there.openCard(), there.texts().toSorted()]).toEqual([CARD.textID, ['add', 'edit']]);
    // Whoever goes on with it has it, also when it is refused once more.
    there.ledger.refuse(there.submit(editOf(NEWER, 'edit')), new Problem('conflict'));
    await announced();
    expect([there.openCard(), third.openCard()]).toEqual([CARD.textID, null]);
  });

  test('opens its card, replaces whatever is stored, and waits when it is left', () => {
    const { ledger, openCard, cards } = openRefused(CARD, 'refused');
    expect(openCard()).toBe(CARD.textID);
    expect(cards(NEWER)[0]).toMatchObject({ typed: 'refused', base: 'newer', isRefused: true });
    ledger.type(CARD.textID, NEWER, 'refused, mended');
    expect(cards(NEWER)[0]).toMatchObject({ typed: 'refused, mended', mode: 'editing' });
    ledger.leave(CARD.textID, NEWER);
    expect(openCard()).toBeNull();
    expect(cards(NEWER)[0]).toMatchObject({ typed: 'refused, mended', isRefused: false });
  });

  test('opens its card once no other one is in edit mode', () => {
    const { ledger, openCard, refuse } = openRefused();
    ledger.type(OTHER.textID, { ...OTHER, text: 'refused' }, 'typed over the same words');
    refuse(CARD, 'refused');
    expect(openCard()).toBe(OTHER.textID);
    const third = sampleThought(3);
    ledger.open(third.textID, third);
    expect(openCard()).toBe(third.textID);
    ledger.cancel(third.textID);
    expect(openCard()).toBe(CARD.textID);
  });
});

describe('when a card is gone', () => {
  test.for(['in edit mode', 'behind a dot', 'as it came back'])(
    'text typed there, %s, waits in the add dialog',
    (where) => {
      const { ledger, texts, places, openCard, refuse } = openRefused();
      if (where === 'as it came back') refuse(CARD, 'typed');
      else ledger.type(CARD.textID, CARD, 'typed');
      if (where === 'behind a dot') ledger.type(OTHER.textID, OTHER, 'beside');
      ledger.release(CARD.textID);
      expect([texts().at(-1), places().at(-1)]).toEqual(['typed', NEW]);
      expect(openCard()).toBe(where === 'behind a dot' ? OTHER.textID : null);
    },
  );

  test('two texts typed there both wait, each on its own page, whichever tabs report it', async () => {
    const { ledger, openNext, texts, places } = openTab();
    const there = openNext();
    ledger.type(CARD.textID, CARD, 'here');
    there.ledger.type(CARD.textID, CARD, 'there');
    for (const tab of [ledger, there.ledger, ledger]) {
      tab.release(CARD.textID);
      await announced();
    }
    expect([texts(), places(), there.texts()]).toEqual([['here'], [NEW], ['there']]);
  });
});

test('a page that was in the back/forward cache learns what was sent and taken meanwhile, and offers no used draft again', async () => {
  const { ledger, state, draft, openCard, items, leavePage, restorePage } = openTab();
  ledger.submit(NEW, addOf(CARD.textID));
  ledger.type(NEW, null, 'typed');
  ledger.open(CARD.textID, CARD);
  await leavePage();
  items.clear();
  restorePage();
  expect([state().sent, state().waiting, draft()]).toEqual([[], [], '']);
  expect(openCard()).toBe(CARD.textID);
});

test('the order of submitted items does not depend on the clock', () => {
  vi.useFakeTimers({ now: 2_000_000 });
  const { ledger, submit } = openTab();
  submit(editOf(CARD, 'first'));
  vi.setSystemTime(1_000_000);
  submit(editOf(CARD, 'second'));
  expect(ledger.unsent().map(({ text }) => text)).toEqual(['first', 'second']);
});

test('cards have the version that an edit will have, and added cards come newest first', () => {
  vi.useFakeTimers();
  const { submit, cards } = openTab();
  submit(editOf(CARD, 'edited'));
  submit(addOf(OTHER.textID, 'older'));
  submit(addOf(sampleThought(3).textID, 'newer'));
  expect(cards(CARD).map(({ thought }) => [thought.text, thought.version])).toEqual([
    ['newer', 1],
    ['older', 1],
    ['edited', 4],
  ]);
});

test('a key makes a new card only of the one in which it is typed, and what changed nothing makes no new list', () => {
  const { ledger, cards } = openTab();
  ledger.type(CARD.textID, CARD, 'a');
  ledger.leave(CARD.textID, CARD);
  const third = sampleThought(3);
  const before = cards(third, OTHER, CARD);
  expect(cards(third, OTHER, CARD)).toBe(before);
  ledger.type(OTHER.textID, OTHER, 'ab');
  const after = cards(third, OTHER, CARD);
  expect(after.map((card, index) => card === before[index])).toEqual([true, false, true]);
});

test('a refused text is given up by Cancel', () => {
  const { ledger, openCard, texts } = openRefused(CARD, 'refused');
  ledger.cancel(CARD.textID);
  expect([texts(), openCard()]).toEqual([[], null]);
});

test('a text left over another version, or emptied in a removed card, does not wait', () => {
  const { ledger, items, openCard } = openTab();
  ledger.type(CARD.textID, CARD, 'typed');
  ledger.leave(CARD.textID, NEWER);
  ledger.open(CARD.textID, NEWER);
  ledger.release(CARD.textID);
  ledger.type(CARD.textID, CARD, ' ');
  ledger.release(CARD.textID);
  expect([items.size, openCard()]).toEqual([0, null]);
});

test('what is accepted and in no list yet is shown in the order asked for, by a new page too', () => {
  vi.useFakeTimers();
  for (let tries = 0; tries < 10; tries += 1) {
    const { ledger, submit, openNext } = openTab();
    const textID = `${tries}`.padStart(20, '0');
    // In the same millisecond; in the storage their order is by chance.
    ledger.acknowledge(submit(addOf(textID, 'added')));
    ledger.acknowledge(submit(editOf(sampleThought(1, { textID, text: 'added' }), 'edited')));
    expect(openNext().cards()).toMatchObject([{ thought: { text: 'edited', version: 2 } }]);
  }
});

/** A tab, with the function that refuses an edit in it, and perhaps an edit that is refused already. */
function openRefused(thought?: Thought, text = '') {
  const tab = openTab();
  const refuse = (over: Thought, edited: string): void =>
    tab.ledger.refuse(tab.submit(editOf(over, edited)), new Problem('conflict'));
  if (thought) refuse(thought, text);
  return { ...tab, refuse };
}
