import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATHS } from '#shared/wire.ts';
import { findFreePort } from '#server/http/free-port.ts';
import { median } from './statistics.ts';
import type { Section } from './table.ts';

const ROOT = join(import.meta.dirname, '..');
const RUNS = 7;
/** Milliseconds between two looks whether the server answers. */
const GLANCE = 5;
/** Milliseconds after which a start counts as failed. */
const PATIENCE = 30_000;

/** Measures the time from starting the server's process to its first good answer. */
export async function measureStartUp(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-bench-'));
  const floors: number[] = [];
  const starts: number[] = [];
  try {
    // The first start only fills the caches and makes the database.
    await startServer(folder);
    for (let run = 0; run < RUNS; run += 1) {
      floors.push(await startNothing());
      starts.push(await startServer(folder));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return {
    title: `Start-up, median of ${RUNS}`,
    floor: 'node -e 0',
    rows: [
      {
        name: `start to the first 200 at ${PATHS.health}`,
        floor: median(floors),
        measured: median(starts),
        unit: 'ms',
      },
    ],
  };
}

async function startNothing(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'exit');
  return performance.now() - began;
}

async function startServer(folder: string): Promise<number> {
  const port = await findFreePort('localhost');
  const began = performance.now();
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env: { PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    while (!(await isHealthy(port))) {
      if (performance.now() - began > PATIENCE) throw new Error('The server does not answer.');
      await new Promise((resolve) => setTimeout(resolve, GLANCE));
    }
    return performance.now() - began;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function isHealthy(port: number): Promise<boolean> {
  const answer = await fetch(`http://localhost:${port}${PATHS.health}`).catch(() => undefined);
  return answer?.ok === true;
}
