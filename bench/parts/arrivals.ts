import type { Browser } from '@playwright/test';
import { EVENTS, openBareFeed, watchMainThread } from '#bench/browser/bare-feed.ts';
import { requireCards, THROTTLE, withFeeds, type Feed } from '#bench/browser/browser.ts';
import { rowsOf, type Section } from '#bench/figures.ts';
import { openConnection } from '#bench/load/connection.ts';
import { nextNumber, numberedTextID } from '#bench/load/text-ids.ts';
import { measureInTurn } from '#bench/rounds.ts';
import type { Server } from '#bench/servers.ts';

const READER = 0;
const OTHER = 1;
/** How much more main-thread time an insert may take than on a bare page with as many cards. */
const INSERT_LIMIT = 2;
const ARRIVAL_TIMEOUT = 600_000;

/** An insert, into the bare page and into the product's; both return what it costs. */
interface Insert {
  name: string;
  costs: readonly [floor: () => Promise<number>, product: () => Promise<number>];
}

/** Measures what an arrival at the top costs a page. */
export function measureArrivals(): Promise<Section> {
  return withFeeds(async (feeds, browser) => {
    const inserts: Insert[] = [];
    for (const feed of feeds) inserts.push(...(await insertsInto(feed, browser)));
    const costs = await measureInTurn(
      inserts.flatMap((insert) => insert.costs),
      (cost) => cost(),
    );
    for (const feed of feeds) await requireCards({ ...feed, size: feed.size + EVENTS });
    return {
      title: `Live insert, processor slowed ${THROTTLE} times: main thread's time`,
      floor: 'bare page',
      rows: inserts.flatMap(({ name }, at) =>
        rowsOf(costs.slice(2 * at), [
          { name, unit: 'ms', of: (cost) => cost, wanted: ['ratio', '<=', INSERT_LIMIT] },
        ]),
      ),
    };
  });
}

async function insertsInto({ page, size, server }: Feed, browser: Browser): Promise<Insert[]> {
  let own = '';
  for (let count = 0; count < EVENTS; count += 1) own = await post(server, READER);
  const shown = page.locator(`[data-thought="${own}"]`);
  await shown.waitFor({ state: 'attached', timeout: ARRIVAL_TIMEOUT });
  await post(server, OTHER);
  await page.locator('[data-holds-list]').waitFor();
  const bare = await openBareFeed(browser, page);
  const [floor, product] = [await watchMainThread(bare.page), await watchMainThread(page)];
  return [
    {
      name: `among ${size}: someone else's, waits behind the pill`,
      costs: [() => floor(bare.count), () => product(() => post(server, OTHER))],
    },
    {
      name: `among ${size}: the reader's own, far above`,
      costs: [() => floor(bare.prepend), () => product(() => post(server, READER))],
    },
  ];
}

/** Posts a thought as one of the people; returns its id. */
async function post({ port, cookies }: Server, person: number): Promise<string> {
  const connection = await openConnection(port, cookies[person] ?? '');
  const textID = numberedTextID(nextNumber());
  await connection.add(textID).finally(connection.close);
  return textID;
}
