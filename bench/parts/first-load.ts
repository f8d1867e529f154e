import { cookieOf, THROTTLE, withBrowser } from '#bench/browser/browser.ts';
import { loadOnce, type Loaded } from '#bench/browser/load-once.ts';
import { rowsOf, type Reading, type Section } from '#bench/figures.ts';
import { measureInTurn } from '#bench/rounds.ts';
import { startFloor, startProduct } from '#bench/servers.ts';
import { withSides } from '#bench/sides.ts';
import { originOf } from '#bench/start-process.ts';

const READINGS: readonly Reading<Loaded>[] = [
  {
    name: 'first thought shown',
    unit: 'ms',
    of: (one) => one.millis,
    wanted: ['ratio', '<=', 1.15],
  },
  { name: 'received', unit: 'kB', of: ({ bytes }) => bytes / 1_000 },
  {
    name: 'layout shift',
    unit: '',
    of: (one) => one.shift,
    isAlone: true,
    wanted: ['value', '<=', 0],
  },
];

/** Measures a first visit on a slow phone network against a bare page of the same weight. */
export function measureFirstLoad(): Promise<Section> {
  const starts = [() => startProduct({ thoughts: 1_000 }), () => startFloor()];
  return withBrowser((browser) =>
    withSides(starts, async ([product, floor]) => {
      if (product === undefined || floor === undefined) throw new Error('A server is missing.');
      const cookie = cookieOf(product.server);
      const visitProduct = (): Promise<Loaded> => loadOnce(browser, cookie.url, [cookie]);
      // The first page after a start has no preloads; the second shows how much the bare page has to weigh.
      await visitProduct();
      const { bytes } = await visitProduct();
      const barePage = `${originOf(floor.server)}/bare/${bytes}`;
      const visits = [() => loadOnce(browser, barePage), visitProduct];
      return {
        title: `First load on slow 4G, processor slowed ${THROTTLE} times`,
        floor: 'bare page as heavy',
        rows: rowsOf(await measureInTurn(visits, (visit) => visit()), READINGS),
      };
    }),
  );
}
