import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as v from 'valibot';
import { boardFlags } from '#bin/board-flags.mjs';
import { PATHS } from '#shared/wire.ts';
import { inherited } from '#tests/server/operator-command.ts';
import { findFreePort } from '#tests/server/local-server.ts';
import { closeServer, listenLocally } from '#tools/listen-locally.ts';
import { signIn } from '#tests/server/sign-in.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { VERSION } from './version.ts';

// Each start is a process, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const MAIN = join(import.meta.dirname, 'main.ts');
/** Sign-ins that fail, each of which is logged. */
const FAILURES = 60;

test('a start is logged in lines of JSON, the last with the address to open; SIGTERM ends it without an error', async () => {
  const log = join(temporaryFolder(), 'log');
  const server = await startInto(open(log, 'w'));
  const ada = await signIn(server.origin, { name: 'Ada', email: 'ada@example.com' });
  const stream = await ada.send(PATHS.live);
  expect(await server.end()).toBe(0);
  expect(await stream.text()).toMatch(/^event: ready/u);
  const said = messagesIn(fs.readFileSync(log, 'utf8'));
  expect(said[said.indexOf('a person signed in') - 1]).toBe(
    `Thought Cloud ${VERSION} is ready: ${server.origin}`,
  );
  // Nobody can press it where the log is no terminal.
  expect(said.join('\n')).not.toContain('Ctrl+C');
});

test('a start with a secret link says it once, at the end of its last line', async () => {
  const log = join(temporaryFolder(), 'log');
  const { origin } = await startInto(open(log, 'w'), temporaryFolder(), { LOCAL_ACCOUNTS: 'link' });
  const said = await vi.waitUntil(() => /^.*ready: .*$/msu.exec(fs.readFileSync(log, 'utf8'))?.[0]);
  expect(said.trimEnd()).toMatch(/ is ready: http:\S+\/link\?secret=[\w-]{43}"\}$/u);
  expect([said.match(/secret=/gu)?.length, said.includes(`: ${origin}/`)]).toEqual([1, true]);
});

test('a data folder that the system refuses to make ends the start, which says so', async () => {
  const file = join(temporaryFolder(), 'file');
  fs.writeFileSync(file, '');
  // In Linux's folder of processes, Node would try for ever to make a folder with those around it.
  const data = fs.existsSync('/proc/self') ? '/proc/none/data' : join(file, 'data');
  const { code, said } = await runMain({ DATA_DIR: data });
  expect([code, said]).toEqual([
    1,
    expect.stringContaining(`${data} can't be written to. Choose another by DATA_DIR.`),
  ]);
});

test('without its built pages a server refuses to start, and says what to run', async () => {
  const root = fs.realpathSync(temporaryFolder());
  const project = join(import.meta.dirname, '../..');
  for (const part of ['package.json', 'src/server', 'src/shared']) {
    fs.cpSync(join(project, part), join(root, part), { recursive: true });
  }
  fs.symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'), 'junction');
  const { code, said } = await runMain({}, join(root, 'src/server/main.ts'));
  expect(code).toBe(1);
  expect(said).toContain(`The pages of the board are missing: run \`npm run build\` in ${root},`);
});

test('Google is asked through the proxy that HTTPS_PROXY names', async () => {
  const wanted: string[] = [];
  const proxy = createServer().on('connect', ({ url }, socket) => {
    wanted.push(String(url));
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const port = await listenLocally(proxy);
  onTestFinished(() => closeServer(proxy));
  const { origin } = await startInto('ignore', temporaryFolder(), {
    HTTPS_PROXY: `http://127.0.0.1:${port}`,
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  });
  const answer = await fetch(`${origin}${PATHS.signIn}`, { method: 'POST', headers: { origin } });
  expect([answer.status, wanted]).toEqual([503, ['accounts.google.com:443']]);
});

test('a log that nobody reads blocks neither service nor stop', async () => {
  const pipe = openPipe();
  // How much a pipe holds differs.
  const fill = (): void => {
    for (;;) fs.writeSync(pipe, 'x'.repeat(1_024));
  };
  expect(fill).toThrow('EAGAIN');
  const server = await startInto(pipe);
  await failSignIns(server.origin, FAILURES);
  expect(await server.end()).toBe(0);
});

/** Starts the server with its standard output in an open file. */
async function startInto(
  stdout: number | 'ignore',
  folder = temporaryFolder(),
  more: NodeJS.ProcessEnv = {},
) {
  const port = await findFreePort('127.0.0.1');
  const child = spawn(process.execPath, [...boardFlags, MAIN, '--without-pages'], {
    env: { ...environment(port, folder), ...more },
    stdio: ['ignore', stdout, 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const origin = `http://localhost:${port}`;
  await vi.waitFor(async () => {
    expect((await fetch(`${origin}${PATHS.ready}`)).status).toBe(200);
  });
  return {
    origin,
    end: async () => {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

/** Starts a server that can't run; resolves with its exit code and what it said. */
async function runMain(env: Record<string, string>, main?: string) {
  const child = spawn(process.execPath, main ? [main] : [MAIN, '--without-pages'], {
    env: { ...environment(await findFreePort('127.0.0.1')), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A server that starts all the same would run for ever.
    timeout: 20_000,
  });
  const closed = once(child, 'close');
  const said = messagesIn(await text(child.stderr)).join('\n');
  await closed;
  return { code: child.exitCode, said };
}

function environment(port: number, folder = temporaryFolder()): NodeJS.ProcessEnv {
  return { ...inherited, DATA_DIR: folder, PORT: String(port) };
}

/** The messages in lines of the log. */
function messagesIn(lines: string): string[] {
  const Line = v.pipe(v.string(), v.parseJson(), v.looseObject({ msg: v.string() }));
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => v.parse(Line, line).msg);
}

/** Makes sign-ins fail, each of which is logged. */
async function failSignIns(origin: string, count: number): Promise<void> {
  for (let failures = 0; failures < count; failures += 1) {
    const answer = await fetch(`${origin}${PATHS.callback}`, { redirect: 'manual' });
    expect(answer.status).toBe(303);
  }
}

function open(file: string, flags: string | number): number {
  const descriptor = fs.openSync(file, flags);
  onTestFinished(() => fs.closeSync(descriptor));
  return descriptor;
}

/** Opens both ends of a pipe. */
function openPipe(): number {
  const file = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [file]);
  return open(file, fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
}
