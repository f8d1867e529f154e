import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { median } from '#bench/figures.ts';
import { slowDown } from './browser.ts';

/** Opens a copy of a feed with a pill, without its scripts, and scrolls to the middle. */
export async function openBareFeed(browser: Browser, feed: Page) {
  const body = await feed.evaluate(() => {
    const copy = document.documentElement.cloneNode(true);
    if (!(copy instanceof Element)) throw new Error('The page has no elements.');
    for (const script of copy.querySelectorAll('script, link[rel="modulepreload"]'))
      script.remove();
    return `<!doctype html>${copy.outerHTML}`;
  });
  const page = await browser.newPage();
  const { href } = new URL('/bare', feed.url());
  await page.route(href, (route) => route.fulfill({ body, contentType: 'text/html' }));
  await page.goto(href, { waitUntil: 'domcontentloaded', timeout: 0 });
  await page.evaluate(prepare);
  return {
    page,
    /** Another person's thought: it is counted in the title and on the page, and the cloud pulses. */
    count: () => page.evaluate(() => dispatchEvent(new Event('count'))),
    /** The reader's own thought: its card appears above all others, and the cloud pulses. */
    prepend: () => page.evaluate(() => dispatchEvent(new Event('prepend'))),
  };
}

/** Runs in the page: does what the feed's scripts would do, with the least code. */
function prepare(): void {
  const sign = document.querySelector('[data-live]');
  const pulse = (): void => {
    const picture = sign?.lastElementChild;
    picture?.replaceWith(picture.cloneNode(true));
  };
  let waiting = 1;
  addEventListener('count', () => {
    waiting += 1;
    for (const pill of document.querySelectorAll('[data-holds-list]'))
      pill.textContent = `${waiting} new thoughts`;
    document.title = `(${waiting}) Thought Cloud`;
    pulse();
  });
  addEventListener('prepend', () => {
    const first = document.querySelector('[data-thought]');
    first?.before(first.cloneNode(true));
    pulse();
  });
  scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' });
}

/** Milliseconds for all that one event starts in the page: its animations take a quarter of a second. */
const WINDOW_MS = 500;
/** Events that are measured, each painted before the next. */
export const EVENTS = 12;

/** Processor time (ms) that an event costs. */
export type CostOf = (act: () => Promise<unknown>) => Promise<number>;

/**
 * Slows a page, and watches its main thread: its scripts, styles, layout and paint, and nothing else on
 * the machine. An event costs the median of several, above that of as many quiet periods.
 */
export async function watchMainThread(page: Page): Promise<CostOf> {
  const devTools = await slowDown(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    return (seconds ?? Number.NaN) * 1_000;
  };
  const medianOf = async (act?: () => Promise<unknown>): Promise<number> => {
    const costs: number[] = [];
    for (let count = 0; count < EVENTS; count += 1) {
      const before = await spent();
      await act?.();
      await pause(WINDOW_MS);
      costs.push((await spent()) - before);
    }
    return median(costs);
  };
  return async (act) => {
    await page.bringToFront();
    const quiet = await medianOf();
    return (await medianOf(act)) - quiet;
  };
}
