import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFreePort } from '#server/http/listen.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { PATHS } from '#shared/wire.ts';
import { startNpm, type NpmProcess } from './npm-process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let data: string;
let ports: { PORT: string; DEV_PORT: string };
let npm: NpmProcess;

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  const port = await findFreePort('localhost');
  let devPort = port;
  while (devPort === port) devPort = await findFreePort('localhost');
  ports = { PORT: String(port), DEV_PORT: String(devPort) };
});

afterEach(async () => {
  await npm.end('SIGTERM');
  rmSync(data, { recursive: true });
});

test('`npm run dev` serves the board at the address of Vite, and leaves nothing running', async () => {
  const origin = `http://localhost:${ports.DEV_PORT}`;
  npm = startNpm(['run', 'dev'], { ...ports, DATA_DIR: data });
  await npm.untilPrinted(`is ready: ${origin}`);
  await npm.untilPrinted('VITE');
  expect((await fetch(`${origin}${PATHS.ready}`)).status).toBe(200);
  expect(await (await fetch(`${origin}/profile`)).text()).toContain('/@vite/client');
  const ada = await signIn(origin, { name: 'Ada', email: 'ada@example.com' });
  expect((await ada.send(PATHS.thoughts)).status).toBe(200);
  await npm.end('SIGTERM');
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
  await expect(fetch(`http://localhost:${ports.PORT}`)).rejects.toThrow('fetch failed');
});

test('`npm run dev -- --memory` serves the client without a server', async () => {
  npm = startNpm(['run', 'dev', '--', '--memory'], { ...ports, DATA_DIR: data });
  await npm.untilPrinted('VITE');
  const page = await fetch(`http://localhost:${ports.DEV_PORT}/`);
  expect(await page.text()).toContain('/@vite/client');
  await expect(fetch(`http://localhost:${ports.PORT}`)).rejects.toThrow('fetch failed');
});
