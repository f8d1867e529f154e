// @vitest-environment jsdom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PAGE_SIZE } from '#shared/limits.ts';
import { newId } from '#shared/id.ts';
import { Problem } from '#shared/problem.ts';
import type { Backend, WindowListener } from '#client/backend/backend.ts';
import { openPages } from '#client/store/open-pages.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { addOf, installLocks, openBrowser } from '#tests/setup/browser.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { createMemoryBackend } from '#tests/memory-backend/memory-backend.ts';
import { createMemoryDatabase } from '#tests/memory-backend/memory-database.ts';
import { openBoard } from './board.ts';
import { Ledger } from './writing/ledger.ts';
import { NEW } from './writing/kind.ts';

installLocks();

test.for([
  ['as much as was loaded there', 120, 120],
  ['at least a page', 3, 50],
  ['no more than 500 at once', 5_000, 500],
] as const)('a reader who comes back to their place gets %s', async ([, loaded, size]) => {
  const watch = await openAt({ size: loaded, cards: [{ textID: 'a', top: 0 }] });
  expect(watch).toHaveBeenCalledExactlyOnceWith('feed', size, expect.anything());
});

test('text typed into a card stays there when the list drops the card, but not when the thought is deleted', async () => {
  const memory = createMemoryBackend(createMemoryDatabase(), SAMPLE_USER);
  await memory.signIn();
  const watch = vi.fn<Backend['watch']>(memory.watch);
  const lasting = openBrowser()();
  const board = openBoard({ ...memory, watch }, SAMPLE_USER, {
    lasting,
    tab: openBrowser()(),
    pages: openPages(),
  });
  onTestFinished(board.close);
  for (const text of ['oldest', 'newest']) board.draft.add(text);
  await vi.waitFor(() => expect(board.feed.state.get().thoughts).toHaveLength(2));
  const [newest, oldest] = board.feed.state.get().thoughts;
  if (!newest || !oldest) throw new Error('The list is empty.');
  board.cardActions.type(oldest, 'typed into the oldest');
  board.cardActions.edit(newest);
  const placesOf = () =>
    new Ledger(lasting, openPages(), SAMPLE_USER.uid).state.get().waiting.map(({ place }) => place);
  // The window is as after a gap of more thoughts than are read again.
  watch.mock.calls[0]?.[2].onWindow({ thoughts: [newest], more: true, source: 'change' });
  expect([board.feed.cards.get().length, placesOf()]).toEqual([1, [oldest.textID]]);
  board.cardActions.remove(oldest);
  expect(placesOf()).toEqual([NEW]);
});

test('a failed write is sent again at once when the list is live again', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const memory = createMemoryBackend(createMemoryDatabase(), SAMPLE_USER);
  await memory.signIn();
  const addThought = vi.fn<Backend['addThought']>(() => Promise.reject(new Problem('unavailable')));
  const listeners: WindowListener[] = [];
  const watch: Backend['watch'] = (name, size, listener) => {
    listeners.push(listener);
    return memory.watch(name, size, listener);
  };
  const storages = { lasting: openBrowser()(), tab: openBrowser()(), pages: openPages() };
  const board = openBoard({ ...memory, addThought, watch }, SAMPLE_USER, storages);
  onTestFinished(board.close);
  await vi.advanceTimersByTimeAsync(0);
  listeners.forEach(({ onLive }) => onLive(false));
  board.draft.add('again');
  await vi.advanceTimersByTimeAsync(10);
  const before = addThought.mock.calls.length;
  listeners.forEach(({ onLive }) => onLive(true));
  await vi.advanceTimersByTimeAsync(1);
  expect(addThought.mock.calls.length).toBe(before + 1);
});

describe('an add that is older than the loaded thoughts, and whose answer was lost', () => {
  beforeEach(() => void vi.useFakeTimers());

  test('is dropped once the lists have been live for a while', async () => {
    const board = await openAfterLostAnswer();
    expect(board.feed.cards.get()[0]).toMatchObject({ thought: { text: 'old' }, isUnsent: false });
    await vi.advanceTimersByTimeAsync(19_000);
    expect(board.feed.cards.get()[0]?.thought.text).toBe('old');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(board.feed.cards.get().map(({ thought }) => thought)).toEqual(
      board.feed.state.get().thoughts,
    );
  });
});

/** A board whose reader still stores an add that the backend has, below the first page. */
async function openAfterLostAnswer() {
  const memory = createMemoryBackend(createMemoryDatabase(), SAMPLE_USER);
  await memory.signIn();
  const { signal } = new AbortController();
  const add = { textID: newId(), text: 'old' };
  await memory.addThought(add, signal);
  for (let count = 0; count < PAGE_SIZE; count += 1)
    await memory.addThought({ textID: newId(), text: 'newer' }, signal);
  const [lasting, tab] = [openBrowser()(), openBrowser()()];
  new Ledger(lasting, openPages(), SAMPLE_USER.uid).submit(NEW, addOf(add.textID, add.text));
  const board = openBoard(memory, SAMPLE_USER, { lasting, tab, pages: openPages() });
  onTestFinished(board.close);
  await vi.advanceTimersByTimeAsync(0);
  return board;
}

/** Opens a board whose reader was at a place of the feed before; returns what watches. */
async function openAt(place: object) {
  const memory = createMemoryBackend(createMemoryDatabase(), SAMPLE_USER);
  await memory.signIn();
  const watch = vi.fn<Backend['watch']>(memory.watch);
  const openTab = openBrowser();
  const tab = openTab();
  tab.setItem(`${STORAGE_KEYS.readingPlaces(SAMPLE_USER.uid)}feed`, JSON.stringify(place));
  const browser = { lasting: openTab(), tab, pages: openPages() };
  onTestFinished(openBoard({ ...memory, watch }, SAMPLE_USER, browser).close);
  return watch;
}
