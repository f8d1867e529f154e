import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFreePort } from '#server/http/listen.ts';
import { PATHS } from '#shared/wire.ts';
import { startNpm, type NpmProcess } from './npm-process.ts';

// The first start builds the client.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let data: string;
let npm: NpmProcess;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
});

afterEach(async () => {
  await npm.end('SIGKILL');
  rmSync(data, { recursive: true });
});

// A terminal, a supervisor or a container ends npm, and knows nothing of the server.
test.for([
  ['SIGTERM', 0],
  ['SIGINT', 0],
  ['SIGKILL', null],
] as const)('`npm start` serves; %s to npm alone ends the server too', async ([signal, code]) => {
  const port = await findFreePort('localhost');
  const health = `http://localhost:${port}${PATHS.ready}`;
  npm = startNpm(['start'], { PORT: String(port), DATA_DIR: data });
  await npm.untilPrinted('is ready');
  expect((await fetch(health)).status).toBe(200);
  expect(await npm.end(signal)).toBe(code);
  await expect(fetch(health)).rejects.toThrow('fetch failed');
});
