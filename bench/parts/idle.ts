import { setTimeout as pause } from 'node:timers/promises';
import type { Section } from '#bench/figures.ts';
import { cpuMillis } from '#bench/process-usage.ts';
import { measureInTurn } from '#bench/rounds.ts';
import { startFloor, startProduct } from '#bench/servers.ts';
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
  return withSides([() => startProduct({ people: READERS })], async (sides) => {
    await openReaders(sides, READERS);
    await pause(SETTLE);
    const [product = []] = await measureInTurn(sides, async ({ server: { pid } }) => {
      const before = cpuMillis(pid);
      await pause(QUIET);
      return ((cpuMillis(pid) - before) / QUIET) * 100;
    });
    const name = `${READERS} quiet streams: share of one core`;
    return {
      title: 'Idle',
      floor: 'none',
      rows: [{ name, unit: '%', floor: [], product, wanted: ['value', '<=', 2] }],
    };
  });
}

/** Measures what a server's resident memory grows by for each reader that only listens. */
export async function measureMemory(): Promise<Section> {
  const starts = [() => startFloor(), () => startProduct({ people: FIRST + READERS })];
  // A process keeps some memory of its previous readers, so each round starts new processes.
  const [floor = [], product = []] = await measureInTurn(starts, (start) =>
    withSides([start], async (sides) => {
      await openReaders(sides, FIRST);
      const before = await restingMiB(sides);
      await openReaders(sides, READERS);
      return (((await restingMiB(sides)) - before) * 1_024) / READERS;
    }),
  );
  const name = `memory for one of ${READERS} idle readers`;
  return {
    title: 'Memory',
    floor: 'bare node:http',
    rows: [{ name, unit: 'KiB', floor, product, wanted: ['ratio', '<=', 1.2] }],
  };
}

async function restingMiB([side]: readonly Side[]): Promise<number> {
  await pause(SETTLE);
  const memory = await side?.server.collect();
  return memory?.resident ?? Number.NaN;
}
