import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { slowDown, THROTTLE, withFeeds, type Feed } from '#bench/browser.ts';
import { measureInTurn, median, rowsOf, type Row, type Section } from '#bench/figures.ts';
import { openConnection } from '#bench/load/connection.ts';
import type { Server } from '#bench/servers.ts';

const READER = 0;
const OTHER = 1;
/** Milliseconds for all that one event starts in the page: its animations take a quarter of a second. */
const WINDOW_MS = 500;
/** Events that are measured, each painted before the next. */
const EVENTS = 12;

/** Measures what an arrival at the top costs a page. */
export function measureArrivals(): Promise<Section> {
  return withFeeds(async (feeds, browser) => {
    const rows: Row[] = [];
    for (const feed of feeds) rows.push(...(await measureInserts(feed, browser)));
    return {
      title: `Live insert, processor slowed ${THROTTLE} times: main thread's time`,
      floor: 'bare page',
      rows,
    };
  });
}

async function measureInserts({ page, size, server }: Feed, browser: Browser): Promise<Row[]> {
  let own = '';
  for (let count = 0; count < EVENTS; count += 1) own = await post(server, READER);
  await page.locator(`[data-thought="${own}"]`).waitFor({ state: 'attached' });
  await post(server, OTHER);
  await page.getByRole('button', { name: /^\d+ new thoughts?$/u }).waitFor();
  const bare = await openBareFeed(browser, page);
  const [floor, product] = [await watchMainThread(bare), await watchMainThread(page)];
  const rowOf = async (name: string, whose: number): Promise<Row[]> => {
    const inserts = [
      () => floor(() => bare.evaluate(arrive, whose === READER)),
      () => product(() => post(server, whose)),
    ];
    const costs = await measureInTurn(inserts, (insert) => insert());
    return rowsOf(costs, {
      name: `among ${size}: ${name}`,
      unit: 'ms',
      of: Number,
      wanted: '<= 2 x',
    });
  };
  return [
    ...(await rowOf("someone else's, waits behind the pill", OTHER)),
    ...(await rowOf("the reader's own, far above", READER)),
  ];
}

/** Posts a thought as one of the people; returns its id. */
async function post({ port, cookies }: Server, person: number): Promise<string> {
  const connection = await openConnection(port, cookies[person] ?? '');
  return connection.add().finally(connection.close);
}

/** Opens a copy of a feed with a pill, without its scripts, and scrolls to the middle. */
async function openBareFeed(browser: Browser, feed: Page): Promise<Page> {
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
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' }));
  return page;
}

/** Runs in the bare page: does with the least code what an arrival does there, after which the cloud pulses. */
function arrive(isOwn: boolean): void {
  const first = document.querySelector('[data-thought]');
  if (isOwn) {
    first?.before(first.cloneNode(true));
  } else {
    const pill = document.querySelector('main button[data-variant="filled"]');
    if (pill === null) throw new Error('The page has no pill.');
    const waiting = Number.parseInt(pill.textContent, 10) + 1;
    pill.textContent = `${waiting} new thoughts`;
    document.title = `(${waiting}) Thought Cloud`;
  }
  const picture = document.querySelector('[data-live]')?.lastElementChild;
  picture?.replaceWith(picture.cloneNode(true));
}

/** Processor time (ms) that an event costs. */
type CostOf = (act: () => Promise<unknown>) => Promise<number>;

/**
 * Slows a page, and watches its main thread: its scripts, styles, layout and paint, and nothing else on
 * the machine. An event costs the median of several, above that of as many quiet periods.
 */
async function watchMainThread(page: Page): Promise<CostOf> {
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
