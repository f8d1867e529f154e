import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { findFreePort } from '#tests/server/local-server.ts';
import { signIn } from '#tests/server/sign-in.ts';
import { inherited } from '#tests/server/operator-command.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { PATHS } from '#shared/wire.ts';

// The first start builds the client.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** How long (ms) npm and what it started may take to end; a stop gives requests ten seconds. */
const GRACE_MS = 20_000;

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

/** Starts npm with a folder of its own, these variables, and the machine's PATH. */
function startNpm(args: readonly string[], env: Record<string, string>) {
  const { PATH, HOME } = process.env;
  const child = spawn('npm', args, {
    cwd: join(import.meta.dirname, '..'),
    env: { ...inherited, PATH, HOME, DATA_DIR: temporaryFolder(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm gets a process group of its own, as in a terminal.
    detached: true,
  });
  // Every child process holds the other end of the pipe, so `close` comes when the last one has ended.
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  return {
    /** Resolves when standard output contains a line with the text; rejects when all processes ended before. */
    untilPrinted: async (text: string) => {
      while (!printed.includes(text)) {
        await Promise.race([once(child.stdout, 'data'), closed]);
        if (child.stdout.closed) throw new Error(`npm ${args.join(' ')} ended:\n${printed}`);
      }
    },
    /**
     * Sends a signal to npm alone; resolves when npm and all that it started have ended, with npm's exit
     * code, or null when the signal ended npm.
     */
    end: async (signal: NodeJS.Signals) => {
      if (child.exitCode === null) child.kill(signal);
      const isOver = new AbortController();
      const late = sleep(GRACE_MS, 'late', { signal: isOver.signal }).catch(() => {});
      const first = await Promise.race([closed, late]);
      isOver.abort();
      if (first === 'late') throw new Error(`${signal} to npm left a process behind.`);
      return child.exitCode;
    },
    /** Ends all that is left of npm's group. */
    endAll: async () => {
      try {
        process.kill(-(child.pid ?? NaN), 'SIGKILL');
      } catch {
        // Nothing is left.
      }
      await closed;
    },
  };
}
