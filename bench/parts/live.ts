import type { Row, Section } from '#bench/figures.ts';
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
      const name = `${readers} readers, ${mode}: deliveries`;
      rows.push(...sustainedRows({ floor, product }, name, wanted));
    }
    return rows;
  });
}
