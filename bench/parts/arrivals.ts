import type { Browser, CDPSession, Page } from '@playwright/test';
import { openBareFeed } from '#bench/browser/bare-feed.ts';
import { slowDown, THROTTLE, withBrowser } from '#bench/browser/browser.ts';
import { watchMainThread, type MainThread } from '#bench/browser/main-thread.ts';
import { openFeed, openReadFeed, requireCards } from '#bench/browser/open-feed.ts';
import { ratioAtMost, type Section } from '#bench/figures.ts';
import type { LoadProcess } from '#bench/load/load-process.ts';
import { startProduct, type Product } from '#bench/product/product.ts';
import { measureInTurn } from '#bench/rounds.ts';
import { withSides } from '#bench/sides.ts';

const FEW = 50;
const MANY = 10_000;
/** Live inserts of a round; they come one by one, each painted before the next. */
const INSERTS = 12;
/** Who posts, as an index of the people. */
const READER = 0;
const OTHER = 1;
/** How much more of the main thread's time than on a bare page of as many cards. */
const INSERT_LIMIT = 2;
/** Arrivals at the top of a fresh tab: first some that fill what it holds, then many more. */
const FIRST = 2_000;
const LAST = 10_000;
/** The client lets go of cards down to about a hundred; so many are those it has just cut down to. */
const JUST_CUT = 120;
/** Fewer arrivals than bring it to cut again, and more than a first screen. */
const TO_NEXT_CUT = 150;
/** Arrivals between two looks, and those after which it must have cut. */
const STEP = 10;
const MOST_TO_CUT = 500;
/** So many cuts are looked at. */
const CUTS = 5;
/** How much more memory the page may hold after all of them. */
const GROWTH = 1.1;
/** Milliseconds for all arrivals to be taken in. */
const ARRIVAL_TIMEOUT = 600_000;

/** A page of the feed, and a load generator that posts as its reader or as another person. */
interface Opened {
  page: Page;
  load: LoadProcess;
}

/** A live insert on a page. */
interface Insert {
  page: Page;
  mainThread: MainThread;
  act: () => Promise<unknown>;
}

/** Measures what arrivals at the top cost a page: time for each, and memory for many. */
export async function measureArrivals(): Promise<Section[]> {
  return [await measureInserts(), await measureGrowth()];
}

function measureInserts(): Promise<Section> {
  const sizes = [FEW, MANY];
  return withPages(sizes, openReadFeed, async (opened, browser) => {
    const cases: Insert[] = [];
    for (const [index, { page, load }] of opened.entries()) {
      await postShown({ page, load }, INSERTS);
      const bare = await openBareFeed(browser, sizes[index] ?? 0);
      const post = (person: number) => () => load.run('post', { posts: 1, person });
      const [own, floor] = [await watchSlowed(page), await watchSlowed(bare.page)];
      cases.push(
        { ...floor, act: bare.count },
        { ...own, act: post(OTHER) },
        { ...floor, act: bare.prepend },
        { ...own, act: post(READER) },
      );
    }
    const costs = await measureInTurn(cases, async ({ page, mainThread, act }) => {
      await page.bringToFront();
      return mainThread.costOf(INSERTS, act);
    });
    const many = opened.at(-1);
    if (many !== undefined) await requireCards(many.page, MANY + INSERTS);
    const names = ["someone else's, waits behind the pill", "the reader's own, far above"];
    return {
      title: `Live insert, processor slowed ${THROTTLE} times: main thread's time`,
      floor: 'bare page',
      rows: sizes.flatMap((size, at) =>
        names.map((name, index) => ({
          name: `among ${size}: ${name}`,
          unit: 'ms',
          floor: costs[4 * at + 2 * index] ?? [],
          product: costs[4 * at + 2 * index + 1] ?? [],
          wanted: ratioAtMost(INSERT_LIMIT),
        })),
      ),
    };
  });
}

async function watchSlowed(page: Page): Promise<Omit<Insert, 'act'>> {
  return { page, mainThread: await watchMainThread(await slowDown(page)) };
}

function measureGrowth(): Promise<Section> {
  return withPages([FEW], openFeed, async ([opened]) => {
    if (opened === undefined) throw new Error('There is no page.');
    const devTools = await opened.page.context().newCDPSession(opened.page);
    await postShown(opened, FIRST);
    const first = await heldWhenCut(opened, devTools);
    await postShown(opened, LAST - FIRST);
    const last = await heldWhenCut(opened, devTools);
    return {
      title: `Open page after ${LAST} arrivals`,
      floor: `after ${FIRST}`,
      rows: [
        {
          name: 'memory',
          unit: 'KiB',
          floor: [first],
          product: [last],
          wanted: ratioAtMost(GROWTH),
        },
      ],
    };
  });
}

/** Opens a feed over each number of thoughts, for use. */
function withPages<Result>(
  sizes: readonly number[],
  open: typeof openReadFeed,
  use: (opened: readonly Opened[], browser: Browser) => Promise<Result>,
): Promise<Result> {
  return withBrowser(async (browser) => {
    const products: Product[] = [];
    const starts = sizes.map((thoughts) => async () => {
      const product = await startProduct({ thoughts, people: 2 });
      products.push(product);
      return product;
    });
    return withSides(starts, async (sides) => {
      const opened: Opened[] = [];
      for (const [index, product] of products.entries()) {
        const load = sides[index]?.load;
        if (load === undefined) throw new Error('The server has no load generator.');
        opened.push({ page: await open(browser, product, sizes[index] ?? 0), load });
      }
      return use(opened, browser);
    });
  });
}

/** Posts as the reader, and waits until the page shows the last. */
async function postShown({ page, load }: Opened, posts: number): Promise<void> {
  const textID = await load.run('post', { posts, person: READER });
  await page.waitForFunction(
    (wanted) => document.querySelector(`[data-text-id="${wanted}"]`) !== null,
    textID,
    { polling: 500, timeout: ARRIVAL_TIMEOUT },
  );
}

/**
 * Memory (KiB) of a page that has just cut its list, which is up to three times as long before; the least
 * of several times, because what the browser itself still holds then comes and goes by a tenth.
 */
async function heldWhenCut(opened: Opened, devTools: CDPSession): Promise<number> {
  const heaps: number[] = [];
  for (let cut = 0; cut < CUTS; cut += 1) {
    await postShown(opened, TO_NEXT_CUT);
    await postUntilCut(opened);
    await devTools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devTools.send('Runtime.getHeapUsage');
    heaps.push(usedSize / 1024);
  }
  return Math.min(...heaps);
}

/** Posts until the list is cut; throws when the page goes on holding all that arrives. */
async function postUntilCut(opened: Opened): Promise<void> {
  const cards = opened.page.locator('article');
  for (let posted = 0; (await cards.count()) > JUST_CUT; posted += STEP) {
    if (posted > MOST_TO_CUT) throw new Error('The page does not let go of what is far below.');
    await postShown(opened, STEP);
  }
}
