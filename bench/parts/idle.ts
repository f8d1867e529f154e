import { setTimeout as pause } from 'node:timers/promises';
import { valueAtMost, type Section } from '#bench/figures.ts';
import { cpuMillis } from '#bench/process-usage.ts';
import { startProduct } from '#bench/product/product.ts';
import { repeat } from '#bench/rounds.ts';
import { openReaders, withSides, type Side } from '#bench/sides.ts';

const READERS = 5_000;
/** Milliseconds until the streams' opening is digested. */
const SETTLE = 5_000;
/** Milliseconds of quiet: two heartbeats of each stream, however they are spread. */
const QUIET = 30_000;

/** Measures the processor time of open streams to which nothing but heartbeats is sent. */
export function measureIdle(): Promise<Section> {
  const starts = [() => startProduct({ people: READERS })];
  return withSides(starts, async (sides) => {
    await openReaders(sides, READERS);
    await pause(SETTLE);
    const product = await repeat(async () => {
      const before = cpuOf(sides);
      await pause(QUIET);
      return ((cpuOf(sides) - before) / QUIET) * 100;
    });
    const name = `${READERS} quiet streams: share of one core`;
    return {
      title: 'Idle',
      floor: 'none',
      rows: [{ name, unit: '%', floor: [], product, wanted: valueAtMost(2) }],
    };
  });
}

function cpuOf(sides: readonly Side[]): number {
  return sides.reduce((sum, { server }) => sum + cpuMillis(server.pid), 0);
}
