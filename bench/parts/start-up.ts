import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { boardEnvironment, boardProcess } from '#scripts/board-process.mjs';
import { PATHS } from '#shared/wire.ts';
import { findFreePort } from '#server/testing/start-for-parent.ts';
import type { Section } from '#bench/figures.ts';
import { measureInTurn } from '#bench/rounds.ts';
import { makeFolder } from '#bench/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const GLANCE = 5;
const START_TIMEOUT = 30_000;
/** The limit was 300 ms where Node alone took 57. */
const LIMIT = 5.3;

/** Measures the time from the start of the server's process to its first successful answer. */
export async function measureStartUp(): Promise<Section> {
  const folder = makeFolder();
  // The first start only fills the caches and creates the database.
  await startServer(folder);
  const starts = [startNothing, () => startServer(folder)];
  const [floor = [], product = []] = await measureInTurn(starts, (start) => start());
  const name = `start to the first 200 at ${PATHS.ready}`;
  return {
    title: 'Start-up',
    floor: 'node -e 0',
    rows: [{ name, unit: 'ms', floor, product, wanted: ['ratio', '<=', LIMIT] }],
  };
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
  const child = spawn(process.execPath, boardProcess.args, {
    cwd: ROOT,
    env: { ...boardEnvironment, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    while (
      !(await fetch(ready)
        .then(({ ok }) => ok)
        .catch(() => false))
    ) {
      if (performance.now() - began > START_TIMEOUT) throw new Error('The server does not answer.');
      await pause(GLANCE);
    }
    return performance.now() - began;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
