import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { boardProcess } from '#scripts/board-process.mjs';
import { findFreePort } from '#server/http/free-port.ts';
import { traceOfServer } from './secret-traces.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Our real server, in a process of its own with the flags of `npm start`, over an empty data folder. */
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
  const log = traceOfServer();
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
      const started = spawn(join(ROOT, 'node_modules/.bin/node'), boardProcess.args, {
        cwd: ROOT,
        env: { PATH: process.env['PATH'], PORT: String(port), PUBLIC_URL: url, DATA_DIR: data },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      started.stdout.pipe(createWriteStream(log, { flags: 'a' }));
      await once(started, 'spawn');
      await untilReady(started.stdout);
    },
    stop,
    remove: async () => {
      await stop();
      await rm(data, { recursive: true });
    },
  };
}

/** Waits for the last line of its start; what it prints after that is of no interest. */
async function untilReady(stdout: Readable): Promise<void> {
  let printed = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    if (!printed.includes('Thought Cloud is ready')) continue;
    stdout.resume();
    return;
  }
  throw new Error(`The server ended before it was ready: ${printed}`);
}
