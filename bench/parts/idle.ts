import { setTimeout as pause } from 'node:timers/promises';
import { ratioAtMost, valueAtMost, type Section } from '#bench/figures.ts';
import { startFloor } from '#bench/floor/floor.ts';
import { cpuMillis, residentKiB } from '#bench/process-usage.ts';
import { startProduct } from '#bench/product/product.ts';
import { measureInTurn } from '#bench/rounds.ts';
import { openReaders, withSides, type Side } from '#bench/sides.ts';

const READERS = 5_000;
/** Readers that connect first, and warm the server for those whose memory is measured. */
const FIRST = 1_000;
/** Milliseconds for the server to settle after the streams have opened. */
const SETTLE = 5_000;
/** Milliseconds of quiet: two heartbeats of each stream, however they are spread. */
const QUIET = 30_000;

/** Measures the processor time of open streams to which nothing but heartbeats is sent. */
export function measureIdle(): Promise<Section> {
  return withSides([() => startProduct({ people: READERS })], async ([side]) => {
    if (side === undefined) throw new Error('There is no server.');
    await openReaders([side], READERS);
    await pause(SETTLE);
    const [product = []] = await measureInTurn([side.server.pid], async (pid) => {
      const before = cpuMillis(pid);
      await pause(QUIET);
      return ((cpuMillis(pid) - before) / QUIET) * 100;
    });
    const name = `${READERS} quiet streams: share of one core`;
    return {
      title: 'Idle',
      floor: 'none',
      rows: [{ name, unit: '%', floor: [], product, wanted: valueAtMost(2) }],
    };
  });
}

/** Measures what a server's resident memory grows by for each reader that only listens. */
export async function measureMemory(): Promise<Section> {
  const starts = [
    (): Promise<Side['server']> => startFloor(),
    (): Promise<Side['server']> => startProduct({ people: FIRST + READERS }),
  ];
  // A process keeps some memory of its previous readers, so each round starts new processes.
  const [floor = [], product = []] = await measureInTurn(starts, (start) =>
    withSides([start], async (sides) => {
      await openReaders(sides, FIRST);
      const before = await restingKiB(sides);
      await openReaders(sides, READERS);
      return ((await restingKiB(sides)) - before) / READERS;
    }),
  );
  const row = { name: `memory for one of ${READERS} idle readers`, unit: 'KiB' as const };
  return {
    title: 'Memory',
    floor: 'bare node:http',
    rows: [{ ...row, floor, product, wanted: ratioAtMost(1.2) }],
  };
}

async function restingKiB(sides: readonly Side[]): Promise<number> {
  await pause(SETTLE);
  let sum = 0;
  for (const { server } of sides) {
    await server.collect();
    sum += residentKiB(server.pid);
  }
  return sum;
}
