import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#server/http/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Our real server, in a process of its own, over an empty data folder. */
export interface ServerProcess {
  url: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Stops it for good and removes its data. */
  remove: () => Promise<void>;
}

/** Creates a server on a free port; every start serves the same address and data. */
export async function createServerProcess(): Promise<ServerProcess> {
  const data = await mkdtemp(join(tmpdir(), 'thought-cloud-'));
  const port = await findFreePort('localhost');
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;

  const stop = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error('The server did not stop cleanly');
  };

  return {
    url,
    start: async () => {
      child = spawn(join(ROOT, 'node_modules/.bin/node'), ['src/server/main.ts'], {
        cwd: ROOT,
        env: { PATH: process.env['PATH'], PORT: String(port), PUBLIC_URL: url, DATA_DIR: data },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child, 'spawn');
      await untilItAnswers(url, child);
    },
    stop,
    remove: async () => {
      await stop();
      await rm(data, { recursive: true });
    },
  };
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`);
    const answer = await fetch(`${url}/api/health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
