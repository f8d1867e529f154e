import type { BrowserContext, Page } from '@playwright/test';
import { PATHS } from '#shared/wire.ts';
import { expect, test } from './fixtures.ts';
import { addThought, cardOf, shownTexts } from './thoughts.ts';
import { setVisibility } from './visibility.ts';

/** One more than a browser has connections to a host over HTTP/1.1. */
const TABS = 7;

test(
  'seven tabs of one browser over HTTP/1.1 all load, are right, and share one stream in turn',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const ada = await person('Ada');
    await addThought(ada, 'seen everywhere');
    const openStreams = countStreams(ada.context());
    await ada.reload();
    await untilLive(ada);
    const tabs = [ada];
    const times: number[] = [];
    while (tabs.length < TABS) {
      // A browser hides the tab before, which a test has to do by itself.
      await setVisibility(tabs.at(-1) ?? ada, 'hidden');
      const began = performance.now();
      const tab = await ada.context().newPage();
      await tab.goto('/');
      await expect(cardOf(tab, 'seen everywhere')).toBeVisible();
      times.push(performance.now() - began);
      await untilLive(tab);
      await expect.poll(openStreams).toBe(1);
      tabs.push(tab);
    }
    const [first, last] = [ada, tabs.at(-1) ?? ada];
    await addThought(last, 'by the last');
    await setVisibility(last, 'hidden');
    await setVisibility(first, 'visible');
    await untilLive(first);
    await expect.poll(() => shownTexts(first)).toEqual(['by the last', 'seen everywhere']);
    await expect.poll(openStreams).toBe(1);
    test.info().annotations.push({
      type: 'slowest of seven tabs to its thoughts',
      description: `${Math.max(...times).toFixed(0)} ms`,
    });
  },
);

async function untilLive(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: 'Live' })).toBeVisible();
}

/** Counts the live streams that a browser has open from now on. */
function countStreams(context: BrowserContext): () => number {
  const open = new Set<object>();
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === PATHS.live) open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}
