import type { CDPSession, Page } from '@playwright/test';
import { slowDown } from './browser.ts';

/** What Chromium's own tools call slow 4G: bytes a second, and milliseconds for each request. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
/** Milliseconds after the first thought in which what loads late may still shift it. */
const SETTLE = 1_500;

/** A page's first load. */
export interface Loaded {
  /** From the start of the navigation to the first thought in the page. */
  millis: number;
  /** Received by then, as it was sent: compressed, with headers. */
  bytes: number;
  /** How far things moved in the page, as browsers count it. */
  shift: number;
}

/** Loads a page without a cache on a slow network, and closes it. */
export async function loadOnce(page: Page, url: string): Promise<Loaded> {
  const devTools = await slowDown(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
  const received = countBytes(devTools);
  await page.addInitScript(watchPage);
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('article').first().waitFor();
  const bytes = received();
  await page.waitForTimeout(SETTLE);
  const { millis, shift } = await page.evaluate(() => ({
    millis: performance.getEntriesByName('first thought')[0]?.startTime ?? Number.NaN,
    shift: performance
      .getEntriesByName('layout shift')
      .reduce(
        (sum, entry) => sum + (entry instanceof PerformanceMark ? Number(entry.detail) : 0),
        0,
      ),
  }));
  await page.context().close();
  return { millis, bytes, shift };
}

function countBytes(devTools: CDPSession): () => number {
  let bytes = 0;
  devTools.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

/** Runs in the page, before everything else: marks the first thought and each layout shift. */
function watchPage(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const detail = 'value' in entry ? entry.value : 0;
      performance.mark('layout shift', { detail });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const seeking = new MutationObserver(() => {
    if (document.querySelector('article') === null) return;
    seeking.disconnect();
    // In the next frame it is painted.
    requestAnimationFrame(() => performance.mark('first thought'));
  });
  seeking.observe(document, { childList: true, subtree: true });
}
