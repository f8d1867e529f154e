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
  const { watch } = await openAt({ size: loaded, textID: 'a', top: 0 });
  expect(watch).toHaveBeenCalledExactlyOnceWith('feed', size, expect.anything());
});

/** A board whose reader was at a place of the feed before. */
async function openAt(place: object) {
  const memory = createMemoryBackend(createMemoryBoard(), SAMPLE_USER);
  await memory.signIn();
  const watch = vi.fn<Backend['watch']>(memory.watch);
  const openTab = openBrowser();
  const tab = openTab();
  tab.setItem(STORAGE_KEYS.readingPlace(SAMPLE_USER.uid), JSON.stringify(place));
  const board = openBoard({ ...memory, watch }, SAMPLE_USER, { lasting: openTab(), tab });
  onTestFinished(board.close);
  return { watch };
}
