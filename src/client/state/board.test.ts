// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { NEVER } from '#shared/backoff.ts';
import { Problem } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import { isUnknown, type Backend, type Mark } from '#client/backend/backend.ts';
import { openPages } from '#client/browser/open-pages.ts';
import { STORAGE_KEYS } from '#client/browser/storage-keys.ts';
import { installLocks, openBrowser } from '#tests/client/browser.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import { createMemoryBackend, createMemoryDatabase } from '#tests/client/memory-backend.ts';
import { openBoard } from './board.ts';
import { NEW } from './writing/kind.ts';
import { openLedger } from './writing/ledger.ts';

installLocks();

test.for([
  ['as much as was loaded there', 120, 120],
  ['at least a page', 3, 50],
  ['no more than 500 at once', 5_000, 500],
] as const)('a reader who comes back to their place gets %s', async ([, loaded, size]) => {
  const tab = openBrowser()();
  const place = { size: loaded, cards: [{ textID: 'a', top: 0 }] };
  tab.setItem(`${STORAGE_KEYS.readingPlaces(SAMPLE_USER.uid)}feed`, JSON.stringify(place));
  const { watch } = await open({}, tab);
  expect(watch).toHaveBeenCalledExactlyOnceWith('feed', size, expect.anything());
});

test('text typed into a card stays there when the list drops the card, but not when the thought is deleted', async () => {
  const { board, watch, lasting, pages } = await open();
  for (const text of ['oldest', 'newest']) board.draft.add(text);
  await vi.waitFor(() => expect(board.feed.state.get().thoughts).toHaveLength(2));
  const [newest, oldest] = board.feed.state.get().thoughts;
  if (!newest || !oldest) throw new Error('The list is empty.');
  board.cardActions.type(oldest, 'typed into the oldest');
  board.cardActions.edit(newest);
  const placesOf = () =>
    openLedger(lasting, pages, SAMPLE_USER)
      .state.get()
      .waiting.map(({ place }) => place);
  // The window is as after a gap of more thoughts than are read again.
  watch.mock.calls[0]?.[2].onWindow({ thoughts: [newest], more: true, source: 'change' });
  expect([board.feed.cards.get().length, placesOf()]).toEqual([1, [oldest.textID]]);
  board.cardActions.remove(oldest);
  expect(placesOf()).toEqual([NEW]);
});

test('a card that is edited in one list stays open while another list is behind, and until its thought is in none', async () => {
  const { board, watch } = await open();
  await vi.waitFor(() => expect(board.own().state.get().isLoading).toBe(false));
  const [feed, own] = watch.mock.calls.map(([, , listener]) => listener);
  const thought = sampleThought(1, { uID: SAMPLE_USER.uid });
  const show = (list: typeof feed, ...thoughts: Thought[]): void =>
    list?.onWindow({ thoughts, more: false, source: 'change' });
  show(feed, thought);
  board.cardActions.type(thought, 'typed');
  const modes = () => board.feed.cards.get().map(({ mode }) => mode);
  expect(modes()).toEqual(['editing']);
  show(own, thought);
  show(own);
  expect([modes(), board.draft.isWaiting()]).toEqual([['editing'], false]);
  show(feed);
  expect([modes(), board.draft.isWaiting()]).toEqual([[], true]);
});

test('text typed into a card waits in the dialog when its thought is deleted elsewhere, in a list that goes on below', async () => {
  vi.useFakeTimers();
  const { board, watch } = await open();
  const [above, below] = [2, 1].map((number) => sampleThought(number, { uID: SAMPLE_USER.uid }));
  if (!above || !below) throw new Error('There are no thoughts.');
  const show = (...thoughts: Thought[]): void =>
    watch.mock.calls[0]?.[2].onWindow({ thoughts, more: true, source: 'change' });
  show(above, below);
  board.draft.type(' ');
  board.draft.leave();
  vi.advanceTimersByTime(1);
  board.cardActions.type(above, 'typed');
  show(below);
  board.draft.open();
  // The blank draft, which is older, would be a button without a name.
  expect([board.draft.text(), board.draft.offered()]).toEqual(['typed', undefined]);
});

test('a board that is closed follows none of its lists', async () => {
  const database = createMemoryDatabase();
  const { board } = await open({}, undefined, undefined, database);
  const lists = [board.feed, board.own()];
  board.close();
  database.put(sampleThought(1, { uID: SAMPLE_USER.uid }));
  expect(lists.map(({ state }) => state.get().thoughts)).toEqual([[], []]);
});

test('text that was typed into a card before its thought was deleted unseen waits in the dialog of the next page', async () => {
  const { backend } = await open();
  const [lasting, pages] = [openBrowser()(), openPages()];
  const { apply, close, state } = openLedger(lasting, pages, SAMPLE_USER);
  onTestFinished(close);
  const [kept, gone] = [newThoughtID('kept'), newThoughtID('gone')];
  const base = { text: 'before', version: 1 };
  for (const place of [kept, gone]) {
    apply({ type: 'typed', place, base, text: 'typed' });
    apply({ type: 'left', place, base });
  }
  await backend.addThought({ author: SAMPLE_USER.uid, textID: kept, text: 'kept' }, NEVER);
  const next = openBoard(backend, SAMPLE_USER, { lasting, tab: openBrowser()(), pages });
  onTestFinished(next.close);
  await vi.waitFor(() => expect(next.feed.state.get().isLoading).toBe(false));
  apply({ type: 'page gone' });
  const places = state.get().waiting.map(({ place }) => place);
  expect(places.toSorted()).toEqual([kept, NEW].toSorted());
});

test('a failed write is sent again at once when the list is live again', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const addThought = vi.fn<Backend['addThought']>(() => Promise.reject(new Problem('unavailable')));
  const { board, watch } = await open({ addThought });
  const setLive = (isLive: boolean): void =>
    watch.mock.calls.forEach(([, , { onLive }]) => onLive(isLive));
  await vi.advanceTimersByTimeAsync(0);
  setLive(false);
  board.draft.add('again');
  await vi.advanceTimersByTimeAsync(10);
  const before = addThought.mock.calls.length;
  setLive(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(addThought.mock.calls.length).toBe(before + 1);
});

test('what one wrote stays on the screen until every list has passed it, however long that takes', async () => {
  vi.useFakeTimers();
  let hasPassed = false;
  const { board, watch } = await open({}, undefined, () => hasPassed);
  const [listener] = watch.mock.calls.map(([, , given]) => given);
  board.draft.add('mine');
  await vi.advanceTimersByTimeAsync(10);
  const thought = board.feed.cards.get()[0]?.thought;
  if (!thought) throw new Error('The list is empty.');
  // A list that is behind does not have it.
  const read = { thoughts: [], more: false, source: 'change' } as const;
  for (const _ of [1, 2]) {
    listener?.onWindow(read);
    listener?.onProgress();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(board.feed.cards.get().map((card) => card.thought.text)).toEqual(['mine']);
  }
  hasPassed = true;
  listener?.onProgress();
  expect(board.feed.cards.get()).toEqual([]);
});

test('a thought whose add was answered by a conflict goes from the screen when it is deleted elsewhere', async () => {
  vi.useFakeTimers();
  const database = createMemoryDatabase();
  const addThought = vi.fn<Backend['addThought']>(async ({ textID }) => {
    // An earlier try arrived, and another device has edited the thought since.
    database.put(sampleThought(1, { textID, text: 'edited', version: 2, uID: SAMPLE_USER.uid }));
    throw new Problem('conflict');
  });
  const { board } = await open({ addThought }, undefined, (mark) => !isUnknown(mark), database);
  const texts = () => board.feed.cards.get().map(({ thought }) => thought.text);
  board.draft.add('added');
  await vi.advanceTimersByTimeAsync(10);
  expect(texts()).toEqual(['edited']);
  database.remove(database.newest(1)[0]?.textID ?? '', SAMPLE_USER.uid);
  expect(texts()).toEqual([]);
});

test.for(['edited', 'deleted'] as const)(
  'a thought that is %s before the lists have it does not show again as it was added',
  async (change) => {
    vi.useFakeTimers();
    // To Firestore's, a list without it has the later write, and not the add.
    const { board } = await open(
      {
        addThought: async () => 'added',
        editThought: async () => 'changed',
        deleteThought: async () => 'changed',
      },
      undefined,
      (mark) => mark === 'changed',
    );
    const cards = () => board.feed.cards.get();
    board.draft.add('added');
    await vi.advanceTimersByTimeAsync(10);
    const thought = cards()[0]?.thought;
    if (!thought) throw new Error('The list is empty.');
    if (change === 'deleted') board.cardActions.remove(thought);
    else {
      board.cardActions.type(thought, 'edited');
      board.cardActions.save(thought);
    }
    await vi.advanceTimersByTimeAsync(10);
    expect(cards().map((card) => card.thought.text)).toEqual(change === 'edited' ? ['edited'] : []);
  },
);

function newThoughtID(letter: string): string {
  return letter.padEnd(20, 'x');
}

/** Opens a board over a backend of its own until the test has finished. */
async function open(
  changed: Partial<Backend> = {},
  tab = openBrowser()(),
  hasPassed?: (mark: Mark) => boolean,
  database = createMemoryDatabase(),
) {
  const memory = createMemoryBackend(database, SAMPLE_USER);
  await memory.signIn();
  const watch = vi.fn<Backend['watch']>((...query) => ({
    ...memory.watch(...query),
    ...(hasPassed && { hasPassed }),
  }));
  const [lasting, pages] = [openBrowser()(), openPages()];
  const backend = { ...memory, ...changed, watch };
  const board = openBoard(backend, SAMPLE_USER, { lasting, tab, pages });
  onTestFinished(board.close);
  return { board, watch, lasting, pages, backend };
}
