import { rowsOf, type Row, type Section } from '#bench/figures.ts';
import { measureInTurn, MILLIS } from '#bench/rounds.ts';
import { withReaders } from '#bench/sides.ts';
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
  for (const readers of READERS) {
    await withReaders(readers, async (sides) => {
      for (const { mode, wanted } of MODES) {
        const name = `${readers} readers, ${mode}: `;
        const measured = await measureInTurn(sides, ({ run }) =>
          run('fanOut', { mode, millis: MILLIS }),
        );
        const names = { many: `${name}deliveries`, one: `${name}one delivery` };
        rows.push(...sustainedRows(measured, { ...names, wanted }));
      }
    });
  }
  return { title: 'Fan-out', floor: 'bare node:http', rows };
}

const LOADS = [
  { readers: 1_000, perSecond: 5 },
  { readers: 5_000, perSecond: 1 },
] as const;
/** Milliseconds of warm-up and of measurement, which is longer because there are few posts a second. */
const WARM_UP = 2_000;
const MEASURED = 2 * MILLIS;

/** Measures how long a post takes to reach all readers, at a steady pace. */
export async function measureDelivery(): Promise<Section> {
  const rows: Row[] = [];
  for (const { readers, perSecond } of LOADS) {
    await withReaders(readers, async (sides) => {
      for (const { run } of sides) await run('delivery', { perSecond, millis: WARM_UP });
      const times = await measureInTurn(sides, ({ run }) =>
        run('delivery', { perSecond, millis: MEASURED }),
      );
      const name = `${readers} readers, ${perSecond} posts/s: arrival`;
      rows.push(
        ...rowsOf(times, [
          { name: `${name}, p50`, unit: 'ms', of: ({ p50 }) => p50 },
          { name: `${name}, p99`, unit: 'ms', of: ({ p99 }) => p99, wanted: ['ratio', '<=', 1.2] },
        ]),
      );
    });
  }
  return { title: 'Delivery: from the start of a post', floor: 'bare node:http', rows };
}
