// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Backend } from '#client/backend/backend.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { createMemoryBackend } from './backend/memory/memory-backend.ts';
import { createMemoryBoard } from './backend/memory/memory-board.ts';
import { openBoard } from './board.ts';

test.for([
  ['as much as was loaded there', 120, 120],
  ['at least a page', 3, 50],
  ['no more than 500 at once', 5_000, 500],
] as const)('a reader who comes back to their place gets %s', async ([, loaded, size]) => {
  const { watch } = await openAt({ size: loaded, cards: [{ textID: 'a', top: 0 }] });
  expect(watch).toHaveBeenCalledExactlyOnceWith('feed', size, expect.anything());
});

test('a place that an earlier version has kept is none', async () => {
  const { board, watch } = await openAt({ size: 120, textID: 'a', top: 0 });
  expect(board.place.get()).toBeNull();
  expect(watch).toHaveBeenCalledExactlyOnceWith('feed', 50, expect.anything());
});

test('an add whose card is listed before its answer comes is sent only once', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { board, addThought } = await openAt(null);
  board.add('once');
  await vi.advanceTimersByTimeAsync(60_000);
  const [shown, ...others] = board.feed.optimistic.get();
  expect([shown?.text, shown?.isPending ?? false, others]).toEqual(['once', false, []]);
  expect(addThought).toHaveBeenCalledOnce();
});

/** A board whose reader was at a place of the feed before, unless it is null. */
async function openAt(place: object | null) {
  const memory = createMemoryBackend(createMemoryBoard(), SAMPLE_USER);
  await memory.signIn();
  const watch = vi.fn<Backend['watch']>(memory.watch);
  const addThought = vi.fn<Backend['addThought']>(memory.addThought);
  const openTab = openBrowser();
  const tab = openTab();
  tab.setItem(STORAGE_KEYS.readingPlace(SAMPLE_USER.uid), JSON.stringify(place));
  const board = openBoard({ ...memory, watch, addThought }, SAMPLE_USER, {
    lasting: openTab(),
    tab,
  });
  onTestFinished(board.close);
  return { board, watch, addThought };
}
