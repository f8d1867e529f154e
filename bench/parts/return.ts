import { valueAtMost, type Row, type Section } from '#bench/figures.ts';
import { startLoad } from '#bench/load/load-process.ts';
import { cpuMillis } from '#bench/process-usage.ts';
import { startProduct } from '#bench/product/product.ts';
import { serveFolder } from '#bench/product/serve-folder.ts';
import { repeat } from '#bench/rounds.ts';
import { requireDescriptors } from '#bench/sides.ts';

const CROWDS = [
  { readers: 2_000, seconds: 5 },
  { readers: 10_000, seconds: 15 },
] as const;
/** Milliseconds after which a reader counts as never back. */
const LIMIT = 60_000;
/** Milliseconds of processor for each reader's stream. */
const CPU_LIMIT = 0.3;

interface Returned {
  seconds: number;
  never: number;
  serverErrors: number;
  failures: number;
  cpuEach: number;
}

/** Measures how a crowd of readers comes back, by the client's own back-off, after a restart. */
export async function measureReturn(): Promise<Section> {
  const rows: Row[] = [];
  for (const { readers, seconds } of CROWDS) {
    requireDescriptors(readers);
    const returns = await repeat(() => restart(readers));
    const row = (name: string, unit: Row['unit'], of: keyof Returned): Row => ({
      name: `${readers} readers: ${name}`,
      unit,
      floor: [],
      product: returns.map((one) => one[of]),
    });
    rows.push(
      { ...row('stream lost to all live again', 's', 'seconds'), wanted: valueAtMost(seconds) },
      { ...row('never back, or not right', '', 'never'), wanted: valueAtMost(0) },
      { ...row('answers of 500 and more', '', 'serverErrors'), wanted: valueAtMost(0) },
      { ...row('server CPU for each', 'ms', 'cpuEach'), wanted: valueAtMost(CPU_LIMIT) },
    );
  }
  return { title: 'Return after a restart', floor: 'none', rows };
}

async function restart(readers: number): Promise<Returned> {
  const first = await startProduct({ people: readers, thoughts: 1_000 });
  const load = await startLoad(first);
  try {
    await load.run('watchReturn', { readers });
    await first.stop();
    const second = await serveFolder(first.folder, first.port);
    try {
      const before = cpuMillis(second.pid);
      const returned = await load.run('awaitReturn', { limit: LIMIT });
      const cpuEach = (cpuMillis(second.pid) - before) / readers;
      return { ...returned, cpuEach };
    } finally {
      await load.stop();
      await second.stop();
    }
  } finally {
    await load.stop();
    await first.stop();
  }
}
