import { ratioAtMost, valueAtMost, type Row, type Section } from '#bench/figures.ts';
import { startFloor } from '#bench/floor/floor.ts';
import { startLoad } from '#bench/load/load-process.ts';
import type { Return } from '#bench/load/readers.ts';
import { cpuMillis } from '#bench/process-usage.ts';
import { startProduct, serveBoard } from '#bench/product/product.ts';
import { measureInTurn } from '#bench/rounds.ts';
import type { ServerProcess } from '#bench/start-process.ts';
import { requireDescriptors, type Side } from '#bench/sides.ts';

/** Numbers of readers, the seconds in which all must be back, and the processor time (ms) for each. */
const CROWDS = [
  { readers: 2_000, seconds: 5, cpu: ratioAtMost(2) },
  { readers: 10_000, seconds: 15, cpu: valueAtMost(0.3) },
] as const;
const LIMIT = 60_000;

interface Restartable {
  start: (readers: number) => Promise<Side['server'] & { folder: string }>;
  startAgain: (folder: string, port: number) => Promise<ServerProcess>;
}

const FLOOR: Restartable = {
  start: () => startFloor(),
  startAgain: (folder, port) => startFloor('normal', folder, port),
};
export const PRODUCT: Restartable = {
  start: (readers) => startProduct({ people: readers, thoughts: 1_000 }),
  startAgain: serveBoard,
};

interface Returned extends Return {
  /** Seconds without a server. */
  away: number;
  cpuEach: number;
}

/** Measures how many readers reconnect after a restart, with the client's own back-off. */
export async function measureReturn(): Promise<Section> {
  const rows: Row[] = [];
  for (const { readers, seconds, cpu } of CROWDS) {
    const [floor = [], product = []] = await measureInTurn([FLOOR, PRODUCT], (server) =>
      returnAfterRestart(server, readers),
    );
    const row = (name: string, unit: Row['unit'], of: keyof Returned): Row => ({
      name: `${readers} readers: ${name}`,
      unit,
      // A count of failures has no floor to compare with.
      floor: unit === '' ? [] : floor.map((one) => one[of]),
      product: product.map((one) => one[of]),
    });
    rows.push(
      { ...row('stream lost to all live again', 's', 'seconds'), wanted: valueAtMost(seconds) },
      { ...row('never back, or not right', '', 'never'), wanted: valueAtMost(0) },
      { ...row('answers of 5xx without a time', '', 'failures'), wanted: valueAtMost(0) },
      { ...row('server CPU for each', 'ms', 'cpuEach'), wanted: cpu },
    );
  }
  return { title: 'Return after a restart', floor: 'bare node:http', rows };
}

/** Restarts a server with open streams, and measures the readers' return. */
export async function returnAfterRestart(
  { start, startAgain }: Restartable,
  readers: number,
): Promise<Returned> {
  requireDescriptors(readers);
  const first = await start(readers);
  const load = await startLoad(first);
  try {
    await load.run('watchReturn', { readers });
    const stopping = performance.now();
    await first.stop();
    const second = await startAgain(first.folder, first.port);
    try {
      const away = (performance.now() - stopping) / 1_000;
      const before = cpuMillis(second.pid);
      const returned = await load.run('awaitReturn', { limit: LIMIT });
      const cpuEach = (cpuMillis(second.pid) - before) / readers;
      return { ...returned, away, cpuEach };
    } finally {
      await load.stop();
      await second.stop();
    }
  } finally {
    await load.stop();
    await first.stop();
  }
}
