import { afterEach, expect, test, vi } from 'vitest';
import { findFreePort } from '#tests/server/local-server.ts';
import { signIn } from '#tests/server/sign-in.ts';
import { startNpm } from '#tests/server/npm.ts';
import { PATHS } from '#shared/wire.ts';

// The first start builds the client.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let npm: ReturnType<typeof startNpm>;

// A server that outlives its npm is ended, too, or it would keep the test and the port.
afterEach(() => npm.endAll());

// A terminal, a supervisor or a container ends npm, and does not know the server.
test.for([
  ['SIGTERM', 0],
  ['SIGINT', 0],
  ['SIGKILL', null],
] as const)('`npm start` serves; %s to npm alone ends the server too', async ([signal, code]) => {
  const port = await findFreePort('localhost');
  const health = `http://localhost:${port}${PATHS.ready}`;
  npm = startNpm(['start'], { PORT: String(port) });
  await npm.untilPrinted('is ready');
  expect((await fetch(health)).status).toBe(200);
  expect(await npm.end(signal)).toBe(code);
  await expect(fetch(health)).rejects.toThrow('fetch failed');
});

test('`npm run dev` serves the board at the address of Vite, and leaves nothing running', async () => {
  const ports = {
    PORT: String(await findFreePort('localhost')),
    DEV_PORT: String(await findFreePort('localhost')),
  };
  const origin = `http://localhost:${ports.DEV_PORT}`;
  npm = startNpm(['run', 'dev'], ports);
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
