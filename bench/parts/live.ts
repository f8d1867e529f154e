import { type Row, type Section, ratioAtMost } from '#bench/figures.ts';
import { startFloor } from '#bench/floor/floor.ts';
import { startProduct } from '#bench/product/product.ts';
import { measureInTurn, SECONDS } from '#bench/rounds.ts';
import { openReaders, withSides } from '#bench/sides.ts';
import { sustainedRows } from '#bench/sustained-rows.ts';

const READERS = [100, 1_000, 5_000] as const;
/** Rates against the floor: it writes each event alone, so bursts can be gathered. */
const MODES = [
  { mode: 'steady', wanted: 0.9 },
  { mode: 'burst', wanted: 2 },
] as const;

/** Measures how many events a second reach open streams, by the number of streams. */
export async function measureFanOut(): Promise<Section> {
  const rows: Row[] = [];
  for (const readers of READERS) rows.push(...(await measureReaders(readers)));
  return { title: 'Fan-out', floor: 'bare node:http', rows };
}

function measureReaders(readers: number): Promise<Row[]> {
  const starts = [() => startFloor(), () => startProduct({ people: readers })];
  return withSides(starts, async (sides) => {
    await openReaders(sides, readers);
    const rows: Row[] = [];
    for (const { mode, wanted } of MODES) {
      const [floor = [], product = []] = await measureInTurn(sides, ({ load }) =>
        load.run('fanOut', { mode, millis: SECONDS * 1_000 }),
      );
      const name = `${readers} readers, ${mode}: `;
      rows.push(
        ...sustainedRows({
          many: `${name}deliveries`,
          one: `${name}one delivery`,
          floor,
          product,
          wanted,
        }),
      );
    }
    return rows;
  });
}

const LOADS = [
  { readers: 1_000, perSecond: 5 },
  { readers: 5_000, perSecond: 1 },
] as const;
/** Milliseconds of warm-up and of measurement, which is longer because there are few posts a second. */
const WARM_UP = 2_000;
const MEASURED = SECONDS * 2_000;

/** Measures how long a post takes to reach all readers, at a steady pace. */
export async function measureDelivery(): Promise<Section> {
  const rows: Row[] = [];
  for (const load of LOADS) rows.push(...(await measureLoad(load)));
  return { title: 'Delivery: from the start of a post', floor: 'bare node:http', rows };
}

function measureLoad({ readers, perSecond }: (typeof LOADS)[number]): Promise<Row[]> {
  const starts = [() => startFloor(), () => startProduct({ people: readers })];
  return withSides(starts, async (sides) => {
    await openReaders(sides, readers);
    for (const { load } of sides) await load.run('delivery', { perSecond, millis: WARM_UP });
    const [floor = [], product = []] = await measureInTurn(sides, ({ load }) =>
      load.run('delivery', { perSecond, millis: MEASURED }),
    );
    const row = (name: 'p50' | 'p99'): Row => ({
      name: `${readers} readers, ${perSecond} posts/s: arrival, ${name}`,
      unit: 'ms',
      floor: floor.map((times) => times[name]),
      product: product.map((times) => times[name]),
    });
    return [row('p50'), { ...row('p99'), wanted: ratioAtMost(1.2) }];
  });
}
