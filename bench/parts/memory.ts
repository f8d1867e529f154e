import { setTimeout as pause } from 'node:timers/promises';
import { ratioAtMost, type Section } from '#bench/figures.ts';
import { startFloor } from '#bench/floor/floor.ts';
import { residentKiB } from '#bench/process-usage.ts';
import { startProduct } from '#bench/product/product.ts';
import { measureInTurn } from '#bench/rounds.ts';
import { openReaders, withSides, type Side } from '#bench/sides.ts';

/** Readers that come before the measured ones, and warm the server. */
const FIRST = 1_000;
const READERS = 5_000;
/** Milliseconds after the last stream's opening, for what is only needed to open one. */
const SETTLE = 2_000;

/** Measures what a server's resident memory grows by for each reader that only listens. */
export async function measureMemory(): Promise<Section> {
  const starts = [
    (): Promise<Side['server']> => startFloor(),
    (): Promise<Side['server']> => startProduct({ people: FIRST + READERS }),
  ];
  // A process that has had readers keeps some of their memory: each round has new ones.
  const [floor = [], product = []] = await measureInTurn(starts, (start) =>
    withSides([start], measureGrowth),
  );
  const row = { name: `memory for one of ${READERS} idle readers`, unit: 'KiB' as const };
  return {
    title: 'Memory',
    floor: 'bare node:http',
    rows: [{ ...row, floor, product, wanted: ratioAtMost(1.2) }],
  };
}

async function measureGrowth(sides: readonly Side[]): Promise<number> {
  await openReaders(sides, FIRST);
  const before = await restingKiB(sides);
  await openReaders(sides, READERS);
  return ((await restingKiB(sides)) - before) / READERS;
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
