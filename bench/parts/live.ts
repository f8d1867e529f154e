import { setTimeout as pause } from 'node:timers/promises';
import { measureInTurn, median, MILLIS, rowsOf, type Row, type Section } from '#bench/figures.ts';
import { openReaders, startFloor, startProduct, withSides, type Side } from '#bench/servers.ts';
import { collectGarbage, cpuMillis } from '#bench/target.ts';

const READERS = [100, 1_000, 5_000] as const;
/** Rates against the floor: it writes each event alone, so bursts can be gathered. */
const MODES = [
  { mode: 'steady', wanted: '>= 0.9 x' },
  { mode: 'burst', wanted: '>= 2 x' },
] as const;

/** How busy a load generator may be: above this, it limits the rate, and not the server. */
const LOAD_LIMIT = 0.9;

/** Measures how many events a second reach open streams, by the number of streams. */
export async function measureFanOut(): Promise<Section> {
  const rows: Row[] = [];
  for (const readers of READERS) {
    await withReaders(readers, async (sides) => {
      for (const { mode, wanted } of MODES) {
        const measured = await measureInTurn(sides, ({ run }) =>
          run('fanOut', { mode, millis: MILLIS }),
        );
        const busy = measured.map((side) => median(side.map(({ loadBusy }) => loadBusy)));
        const mark = Math.max(...busy) >= LOAD_LIMIT ? " (the load's limit)" : '';
        const name = `${readers} readers, ${mode}:`;
        const each = `${name} one delivery: server CPU`;
        rows.push(
          ...rowsOf(
            measured,
            { name: `${name} deliveries${mark}`, unit: '/s', of: (one) => one.deliveries, wanted },
            { name: each, unit: 'µs', of: ({ cpu, deliveries }) => cpu / deliveries },
          ),
        );
      }
    });
  }
  return { title: 'Fan-out', floor: 'bare node:http', rows };
}

/** Uses the floor and the product, each with as many open streams. */
function withReaders<Result>(
  readers: number,
  use: (sides: readonly Side[]) => Promise<Result>,
): Promise<Result> {
  const starts = [() => startFloor(), () => startProduct({ people: readers })];
  return withSides(starts, async (sides) => {
    await openReaders(sides, readers);
    return use(sides);
  });
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
        ...rowsOf(
          times,
          { name: `${name}, p50`, unit: 'ms', of: ({ p50 }) => p50 },
          { name: `${name}, p99`, unit: 'ms', of: ({ p99 }) => p99, wanted: '<= 1.2 x' },
        ),
      );
    });
  }
  return { title: 'Delivery: from the start of a post', floor: 'bare node:http', rows };
}

const IDLE_READERS = 5_000;
/** Readers that connect first, and warm the server for those whose memory is measured. */
const FIRST = 1_000;
/** Milliseconds for the server to settle after the streams have opened. */
const SETTLE = 5_000;
/** Milliseconds of quiet: six heartbeats of each stream, and two looks at all sessions. */
const QUIET = 30_000;

/** Measures the processor time of open streams to which nothing but heartbeats is sent. */
export function measureIdle(): Promise<Section> {
  return withReaders(IDLE_READERS, async (sides) => {
    // What opening the streams left behind is not theirs.
    await restingKiB(sides);
    const shares = await measureInTurn(sides, async ({ server: { pid } }) => {
      const before = cpuMillis(pid);
      await pause(QUIET);
      return ((cpuMillis(pid) - before) / QUIET) * 100;
    });
    const name = `${IDLE_READERS} quiet streams: share of one core`;
    const rows = rowsOf(shares, { name, unit: '%', of: Number, wanted: '<= 4 %' });
    return { title: 'Idle', floor: 'bare node:http', rows };
  });
}

/** Measures what a server's resident memory grows by for each reader that only listens. */
export async function measureMemory(): Promise<Section> {
  const starts = [() => startFloor(), () => startProduct({ people: FIRST + IDLE_READERS })];
  // A process keeps some memory of its previous readers, so each round starts new processes.
  const measured = await measureInTurn(starts, (start) =>
    withSides([start], async (sides) => {
      await openReaders(sides, FIRST);
      const before = await restingKiB(sides);
      await openReaders(sides, IDLE_READERS);
      return ((await restingKiB(sides)) - before) / IDLE_READERS;
    }),
  );
  const name = `memory for one of ${IDLE_READERS} idle readers`;
  const rows = rowsOf(measured, { name, unit: 'KiB', of: Number, wanted: '<= 1.2 x' });
  return { title: 'Memory', floor: 'bare node:http', rows };
}

async function restingKiB(sides: readonly Side[]): Promise<number> {
  await pause(SETTLE);
  let bytes = 0;
  for (const { server } of sides) bytes += (await collectGarbage(server.child)).rss;
  return bytes / 1_024;
}
