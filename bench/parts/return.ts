import { rowsOf, type Reading, type Row, type Section } from '#bench/figures.ts';
import type { Return } from '#bench/load/readers.ts';
import { cpuMillis } from '#bench/process-usage.ts';
import { measureInTurn } from '#bench/rounds.ts';
import { startFloor, startProduct, type Server } from '#bench/servers.ts';
import { withSides } from '#bench/sides.ts';

/** Numbers of readers, the seconds in which all must be back, and the processor time (ms) for each. */
const CROWDS = [
  { readers: 2_000, seconds: ['value', '<=', 5], cpu: ['ratio', '<=', 2] },
  { readers: 10_000, seconds: ['value', '<=', 15], cpu: ['value', '<=', 0.3] },
] as const;
const NONE = { unit: '', isAlone: true, wanted: ['value', '<=', 0] } as const;
const LIMIT = 60_000;

type Start = (readers: number) => Promise<Server>;

const FLOOR: Start = () => startFloor();
export const PRODUCT: Start = (readers) => startProduct({ people: readers, thoughts: 1_000 });

interface Returned extends Return {
  /** Seconds without a server. */
  away: number;
  cpuEach: number;
}

/** Measures how many readers reconnect after a restart, with the client's own back-off. */
export async function measureReturn(): Promise<Section> {
  const rows: Row[] = [];
  for (const { readers, seconds, cpu } of CROWDS) {
    const sides = await measureInTurn([FLOOR, PRODUCT], (start) =>
      returnAfterRestart(start, readers),
    );
    const readings: Reading<Returned>[] = [
      {
        name: 'stream lost to all live again',
        unit: 's',
        of: (one) => one.seconds,
        wanted: seconds,
      },
      { name: 'never back, or not right', of: ({ never }) => never, ...NONE },
      { name: 'answers of 5xx without a time', of: ({ failures }) => failures, ...NONE },
      { name: 'server CPU for each', unit: 'ms', of: ({ cpuEach }) => cpuEach, wanted: cpu },
    ];
    const named = readings.map((each) => ({ ...each, name: `${readers} readers: ${each.name}` }));
    rows.push(...rowsOf(sides, named));
  }
  return { title: 'Return after a restart', floor: 'bare node:http', rows };
}

/** Restarts a server with open streams, and measures the readers' return. */
export function returnAfterRestart(start: Start, readers: number): Promise<Returned> {
  return withSides([() => start(readers)], async ([side]) => {
    if (side === undefined) throw new Error('There is no server.');
    const { server, run } = side;
    await run('open', { readers, comesBack: true });
    const stopping = performance.now();
    await server.stop();
    const second = await server.startAgain();
    try {
      const away = (performance.now() - stopping) / 1_000;
      const before = cpuMillis(second.pid);
      const returned = await run('awaitReturn', { limit: LIMIT });
      return { ...returned, away, cpuEach: (cpuMillis(second.pid) - before) / readers };
    } finally {
      await second.stop();
    }
  });
}
