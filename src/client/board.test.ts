// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from '#shared/problem.ts';
import type { Backend, WindowListener } from '#client/backend/backend.ts';
import { openPages } from '#client/store/open-pages.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { installLocks, openBrowser } from '#tests/setup/browser.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { createMemoryBackend, createMemoryDatabase } from '#tests/memory-backend/memory-backend.ts';
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
