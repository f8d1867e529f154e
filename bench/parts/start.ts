import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { boardCommand } from '#scripts/board-process.mjs';
import { PATHS } from '#shared/wire.ts';
import { inherited } from '#tests/server/operator-command.ts';
import { findFreePort } from '#tests/server/local-server.ts';
import { measureInTurn, rowsOf, type Reading, type Row, type Section } from '#bench/figures.ts';
import type { Return } from '#bench/load/readers.ts';
import { makeFolder, startFloor, startProduct, type Server, withSides } from '#bench/servers.ts';
import { cpuMillis } from '#bench/target.ts';

const ROOT = join(import.meta.dirname, '../..');
const GLANCE = 5;

/** Measures the time from the start of the server's process to its first successful answer. */
export async function measureStartUp(): Promise<Section> {
  const folder = makeFolder();
  // The first start only fills the caches and creates the database.
  await startServer(folder);
  const starts = [startNothing, () => startServer(folder)];
  const times = await measureInTurn(starts, (start) => start());
  const name = `start to the first 200 at ${PATHS.ready}`;
  // The limit was 300 ms where Node alone took 57.
  const rows = rowsOf(times, { name, unit: 'ms', of: Number, wanted: '<= 5.3 x' });
  return { title: 'Start-up', floor: 'node -e 0', rows };
}

async function startNothing(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'exit');
  return performance.now() - began;
}

async function startServer(folder: string): Promise<number> {
  const port = await findFreePort('localhost');
  const ready = `http://localhost:${port}${PATHS.ready}`;
  const began = performance.now();
  const child = spawn(process.execPath, boardCommand.slice(1), {
    cwd: ROOT,
    env: { ...inherited, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await fetch(ready).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('The server has ended.');
    await pause(GLANCE);
  }
  const time = performance.now() - began;
  child.kill('SIGTERM');
  await ended;
  return time;
}

/** Numbers of readers, the seconds in which all must be back, and the processor time for each. */
const CROWDS = [
  { readers: 2_000, time: '<= 5 s', cpu: '<= 2 x' },
  { readers: 10_000, time: '<= 15 s', cpu: '<= 0.3 ms' },
] as const;
const NONE = { unit: '', isAlone: true, wanted: '<= 0' } as const;
const LIMIT = 60_000;

type Start = (readers: number) => Promise<Server>;

export const PRODUCT: Start = (readers) => startProduct({ people: readers, thoughts: 1_000 });

interface Returned extends Return {
  /** Seconds without a server. */
  away: number;
  cpuEach: number;
}

/** Measures how many readers reconnect after a restart, with the client's own back-off. */
export async function measureReturn(): Promise<Section> {
  const rows: Row[] = [];
  for (const { readers, time, cpu } of CROWDS) {
    const sides = await measureInTurn([() => startFloor(), PRODUCT], (start) =>
      returnAfterRestart(start, readers),
    );
    const named = (name: string): string => `${readers} readers: ${name}`;
    const back = named('stream lost to all live again');
    const readings: Reading<Returned>[] = [
      { name: back, unit: 's', of: ({ seconds }) => seconds, wanted: time },
      { name: named('never back, or not right'), of: ({ never }) => never, ...NONE },
      { name: named('answers of 5xx without a time'), of: ({ failures }) => failures, ...NONE },
      { name: named('server CPU for each'), unit: 'ms', of: (one) => one.cpuEach, wanted: cpu },
    ];
    rows.push(...rowsOf(sides, ...readings));
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
    await using stops = new AsyncDisposableStack();
    stops.defer(second.stop);
    const away = (performance.now() - stopping) / 1_000;
    const before = cpuMillis(second.pid);
    const returned = await run('untilBack', { limit: LIMIT });
    return { ...returned, away, cpuEach: (cpuMillis(second.pid) - before) / readers };
  });
}
