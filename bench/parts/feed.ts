import { FEW, MANY, requireCards, slowDown, THROTTLE, withFeeds } from '#bench/browser/browser.ts';
import { measureFeedRound, type Times } from '#bench/browser/feed-round.ts';
import { quantile, rowsOf, type Reading, type Section, type Wanted } from '#bench/figures.ts';
import { measureInTurn } from '#bench/rounds.ts';

/** How much longer 98 of 100 openings of the add dialog may take until they are painted. */
const WANTED: Record<string, Wanted> = { 'opening the add dialog, p98': ['ratio', '<=', 1.4] };

/** Measures the feed with many thoughts loaded against the same page with few. */
export function measureFeed(): Promise<Section> {
  return withFeeds(async (feeds) => {
    for (const { page } of feeds) await slowDown(page);
    const sides = await measureInTurn(feeds, async (feed) => {
      await feed.page.bringToFront();
      const times = await measureFeedRound(feed.page);
      await requireCards(feed);
      return times;
    });
    const acts = Object.keys(sides[0]?.[0] ?? {});
    return {
      title: `Feed of ${MANY}, processor slowed ${THROTTLE} times`,
      floor: `with ${FEW}`,
      rows: rowsOf(
        sides,
        acts.flatMap((act) => [reading(act, 0.5), reading(act, 0.98)]),
      ),
    };
  });
}

function reading(act: string, share: number): Reading<Times> {
  const name = `${act}, p${share * 100}`;
  const of = (times: Times): number => quantile(times[act] ?? [], share);
  return { name, unit: 'ms', of, wanted: WANTED[name] };
}
