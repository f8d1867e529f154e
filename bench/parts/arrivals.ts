import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { slowDown, THROTTLE, withBrowser } from '#bench/browser/browser.ts';
import { openFeed, openReadFeed, requireCards } from '#bench/browser/open-feed.ts';
import { ratioAtMost, valueAtMost, type Row, type Section } from '#bench/figures.ts';
import type { LoadProcess } from '#bench/load/load-process.ts';
import { startProduct } from '#bench/product/product.ts';
import { measureInTurn } from '#bench/rounds.ts';
import { IS_LARGE } from '#bench/settings.ts';
import { withSides } from '#bench/sides.ts';

const LOADED = 10_000;
/** Live inserts of a round; they come one by one, each painted before the next. */
const INSERTS = 20;
/** Who posts, as an index of the people. */
const READER = 0;
const OTHER = 1;
/** Milliseconds from one to the next. */
const GAP = 250;
/** Milliseconds of the page's main thread for one. */
const INSERT_LIMIT = 8;
/** Arrivals at the top of a fresh tab: first some that fill what it holds, then many more. */
const FIRST = 2_000;
const MANY = IS_LARGE ? 100_000 : 10_000;
/** How much more memory the page may hold after all of them. */
const GROWTH = 1.1;
/** Milliseconds for all arrivals to be taken in. */
const ARRIVAL_TIMEOUT = 600_000;

/** Measures what arrivals at the top cost a page: time for each, and memory for many. */
export async function measureArrivals(): Promise<Section[]> {
  return [await measureInserts(), await measureGrowth()];
}

function measureInserts(): Promise<Section> {
  return withPage(LOADED, openReadFeed, async ({ page, load }) => {
    const devTools = await slowDown(page);
    // Its own time, whatever else the machine does.
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await postShown(page, load, INSERTS);
    const insert = async (person: number): Promise<void> => {
      for (let count = 0; count < INSERTS; count += 1) {
        await load.run('post', { posts: 1, person });
        await pause(GAP);
      }
    };
    const [others = [], own = []] = await measureInTurn([OTHER, READER], async (person) => {
      const began = await mainThreadMillis(devTools);
      await pause(INSERTS * GAP);
      const quiet = await mainThreadMillis(devTools);
      await insert(person);
      const busy = await mainThreadMillis(devTools);
      return (busy - quiet - (quiet - began)) / INSERTS;
    });
    await requireCards(page, LOADED + INSERTS);
    return {
      title: `Live insert among ${LOADED}, processor slowed ${THROTTLE} times: main thread's time`,
      floor: 'none',
      rows: [
        insertRow("someone else's, waits behind the pill", others),
        insertRow("the reader's own from elsewhere, comes in far above", own),
      ],
    };
  });
}

function insertRow(name: string, product: readonly number[]): Row {
  return { name, unit: 'ms', floor: [], product, wanted: valueAtMost(INSERT_LIMIT) };
}

function measureGrowth(): Promise<Section> {
  return withPage(50, openFeed, async ({ page, load }) => {
    const devTools = await page.context().newCDPSession(page);
    await postShown(page, load, FIRST);
    const first = await heldBy(page, devTools);
    await postShown(page, load, MANY - FIRST);
    const many = await heldBy(page, devTools);
    const wanted = ratioAtMost(GROWTH);
    return {
      title: `Open page after ${MANY} arrivals`,
      floor: `after ${FIRST}`,
      rows: [
        { name: 'memory', unit: 'KiB', floor: [first.heap], product: [many.heap], wanted },
        { name: 'cards', unit: '', floor: [first.cards], product: [many.cards], wanted },
      ],
    };
  });
}

/** Uses a feed over so many thoughts, and a load generator that posts as its reader or another person. */
function withPage<Result>(
  loaded: number,
  open: typeof openReadFeed,
  use: (opened: { page: Page; load: LoadProcess }) => Promise<Result>,
): Promise<Result> {
  return withBrowser(async (browser) => {
    const product = await startProduct({ thoughts: loaded, people: 2 });
    return withSides([async () => product], async ([side]) => {
      if (side === undefined) throw new Error('The server has no load generator.');
      return use({ page: await open(browser, product, loaded), load: side.load });
    });
  });
}

/** Posts as the reader, and waits until the page shows the last. */
async function postShown(page: Page, load: LoadProcess, posts: number): Promise<void> {
  const textID = await load.run('post', { posts, person: READER });
  await page.waitForFunction(
    (wanted) => document.querySelector(`[data-text-id="${wanted}"]`) !== null,
    textID,
    { polling: 500, timeout: ARRIVAL_TIMEOUT },
  );
}

async function mainThreadMillis(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  return (seconds ?? Number.NaN) * 1_000;
}

async function heldBy(page: Page, devTools: CDPSession): Promise<{ heap: number; cards: number }> {
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  return { heap: usedSize / 1024, cards: await page.locator('article').count() };
}
