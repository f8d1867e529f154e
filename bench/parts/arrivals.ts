import type { Browser, Page } from '@playwright/test';
import { openBareFeed, watchMainThread, type MainThread } from '#bench/browser/bare-feed.ts';
import {
  slowDown,
  THROTTLE,
  withBrowser,
  openReadFeed,
  requireCards,
} from '#bench/browser/browser.ts';
import { ratioAtMost, type Section } from '#bench/figures.ts';
import type { LoadProcess } from '#bench/load/load-process.ts';
import { startProduct } from '#bench/product/product.ts';
import { measureInTurn } from '#bench/rounds.ts';
import { withSides } from '#bench/sides.ts';

const FEW = 50;
const MANY = 10_000;
/** Live inserts of a round, each painted before the next. */
const INSERTS = 12;
const READER = 0;
const OTHER = 1;
/** How much more main-thread time an insert may take than on a bare page with as many cards. */
const INSERT_LIMIT = 2;
const ARRIVAL_TIMEOUT = 600_000;

/** A page of the feed, and a load generator that posts as its reader or as another person. */
interface Opened {
  page: Page;
  load: LoadProcess;
}

interface Insert {
  page: Page;
  mainThread: MainThread;
  act: () => Promise<unknown>;
}

/** Measures what an arrival at the top costs a page. */
export function measureArrivals(): Promise<Section> {
  const sizes = [FEW, MANY];
  return withPages(sizes, async (opened, browser) => {
    const cases: Insert[] = [];
    for (const { page, load } of opened) {
      await postShown({ page, load }, INSERTS);
      await load.run('post', { posts: 1, person: OTHER });
      await page.locator('[data-holds-list]').waitFor();
      const bare = await openBareFeed(browser, page);
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

function withPages<Result>(
  sizes: readonly number[],
  use: (opened: readonly Opened[], browser: Browser) => Promise<Result>,
): Promise<Result> {
  const starts = sizes.map((thoughts) => () => startProduct({ thoughts, people: 2 }));
  return withBrowser((browser) =>
    withSides(starts, async (sides) => {
      const opened: Opened[] = [];
      for (const [index, { server, load }] of sides.entries()) {
        opened.push({ page: await openReadFeed(browser, server, sizes[index] ?? 0), load });
      }
      return use(opened, browser);
    }),
  );
}

async function postShown({ page, load }: Opened, posts: number): Promise<void> {
  const textID = await load.run('post', { posts, person: READER });
  await page.waitForFunction(
    (wanted) => document.querySelector(`[data-thought="${wanted}"]`) !== null,
    textID,
    { polling: 500, timeout: ARRIVAL_TIMEOUT },
  );
}
