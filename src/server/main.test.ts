import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { PATHS } from '#shared/wire.ts';
import { findFreePort } from './http/listen.ts';
import { compiled } from '#server/testing/compiled.ts';
import { signIn } from './testing/sign-in.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { VERSION } from './version.ts';

// Each start is a process: on a busy machine they take their time.
vi.setConfig({ testTimeout: 120_000 });

const MAIN = join(import.meta.dirname, 'main.ts');
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

test('a start is told in lines of JSON, the last with the address to open; SIGTERM ends it without a fault', async () => {
  const server = await startMain(temporaryFolder());
  expect(server.lines().at(-1)).toBe(`Thought Cloud ${VERSION} is ready: ${server.origin}`);
  const ada = await signIn(server.origin, { name: 'Ada', email: 'ada@example.com' });
  const stream = await ada.send(PATHS.live);
  expect(await server.end()).toBe(0);
  expect(await stream.text()).toMatch(/^event: ready/u);
});

test('wrong settings end the start with a list of them', async () => {
  const { code, said } = await runMain({ PORT: 'x', DATABASE_URL: 'mysql://db' });
  expect(code).toBe(1);
  expect(said).toMatch(/^Thought Cloud can't run\..*\n- PORT must .*\n- DATABASE_URL must /u);
});

test('a port in use ends the start with a clear message', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  cleanUps.push(() => other.close());
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const { code, said, logged } = await runMain({ PORT: port, HOST: '127.0.0.1' });
  expect([code, logged, said]).toEqual([
    1,
    '',
    `Thought Cloud can't run. Port ${port} is in use: stop what uses it, or set PORT to another, like ${Number(port) + 1}.`,
  ]);
});

test('a server of npm’s stops when its parent is killed, and its port is free again', async () => {
  const folder = temporaryFolder();
  const port = String(await findFreePort('127.0.0.1'));
  const env = { ...compiled, PATH: process.env['PATH'], DATA_DIR: folder, PORT: port };
  const parent = spawn('sh', ['-c', `${process.execPath} ${MAIN} & wait`], {
    env: { ...env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  cleanUps.push(() => killGroup(parent));
  let said = '';
  for await (const chunk of parent.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (said.includes('ready')) break;
  }
  parent.kill('SIGKILL');
  // The pipe ends with the last of its writers.
  await once(parent.stdout.resume(), 'close');
  await expect(fetch(`http://localhost:${port}`)).rejects.toThrow('fetch failed');
});

test('a data folder in use, or that cannot be, ends the start with a clear message', async () => {
  const folder = temporaryFolder();
  await startMain(folder);
  const second = await runMain({ DATA_DIR: folder });
  expect(second.code).toBe(1);
  expect(second.said).toContain(`The data folder ${folder} is in use by another running server.`);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const third = await runMain({ DATA_DIR: file });
  expect([third.code, third.said]).toEqual([1, expect.stringContaining("can't be written to")]);
});

/** Kills what a process has started and left behind. */
function killGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
}

function spawnMain(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...compiled, DATA_DIR: temporaryFolder(), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  cleanUps.push(() => {
    child.kill('SIGKILL');
    return exited;
  });
  return { child, exited };
}

async function startMain(folder: string, env: Record<string, string> = {}) {
  const port = await findFreePort('127.0.0.1');
  const { child, exited } = spawnMain({ DATA_DIR: folder, PORT: String(port), ...env });
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (said.includes('ready')) break;
  }
  return {
    origin: `http://localhost:${port}`,
    lines: () => messagesIn(said),
    end: async () => {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

/** What lines of the log say. */
function messagesIn(lines: string): string[] {
  const Line = v.pipe(v.string(), v.parseJson(), v.looseObject({ msg: v.string() }));
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => v.parse(Line, line).msg);
}

async function runMain(env: Record<string, string>) {
  const { child, exited } = spawnMain(env);
  const [said, logged] = await Promise.all([text(child.stderr), text(child.stdout)]);
  await exited;
  return { code: child.exitCode, said: messagesIn(said).join('\n'), logged };
}
