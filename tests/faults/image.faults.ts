import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test, type TestContext, vi } from 'vitest';
import manifest from '#package.json' with { type: 'json' };
import { boardFlags } from '#bin/board-flags.mjs';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { GOOGLE } from '#server/auth/issuer.ts';
import { cookieName } from '#server/auth/private-cookie.ts';
import { openForOperator } from '#server/database/open-database.ts';
import { findFreePort } from '#tests/server/local-server.ts';
import {
  addThought,
  chooseAccount,
  createVisitor,
  openAccountPage,
  readPage,
  startSession,
} from '#tests/server/sign-in.ts';
import { ADA } from './support/board-process.ts';
import { BASE, createEngine, provideImages, type Engine } from './support/containers.ts';
import { makePackage } from './support/packaged.ts';
import { needPrograms } from './support/programs.ts';
import { pushBase, startRegistry } from './support/registry.ts';
import { startTrial } from './support/trial.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMAGE = 'thought-cloud';
/** Megabytes that the board adds to its base. */
const SIZE_LIMIT = 15;
const ORIGIN = 'https://localhost';
const SETUP_TIMEOUT_MS = 900_000;

const { report } = startTrial('image');
let engine: Engine | undefined;

beforeAll(() => {
  if (!canRunContainers()) return;
  engine = createEngine();
  report(`base images from ${provideImages(engine)}`);
  makePackage();
  const file = ['--format', 'docker', '-f', join(ROOT, 'deploy/Containerfile')];
  engine.podman(
    'build',
    '-q',
    ...file,
    '--build-arg',
    `VERSION=${manifest.version}`,
    '-t',
    IMAGE,
    ROOT,
  );
}, SETUP_TIMEOUT_MS);
afterAll(() => engine?.remove(), SETUP_TIMEOUT_MS);

test('a first look takes one line and the secret link that it prints; the read-only image keeps what is written through kills, stops and a restore', async (context) => {
  const { podman, logsOf } = needEngine(context);
  const { origin, publish } = await freePort();
  const place = ['--read-only', '--tmpfs', '/tmp', '--volume', 'look:/data', ...publish];
  podman('run', '--detach', '--name', 'look', ...place, '--env', `PUBLIC_URL=${origin}`, IMAGE);
  onTestFinished(() => void podman('rm', '--force', '--volumes', 'look'));
  await ready(origin);
  const stranger = createVisitor(origin);
  const refused = await openAccountPage(stranger).catch(String);
  expect(refused).toContain('No redirect but 403');
  const said = logsOf('look');
  expect(said).not.toContain('Ctrl+C');
  const [link = ''] = /http:\S+\/link\?secret=[\w-]+/u.exec(said) ?? [];
  const ada = createVisitor(origin);
  await ada.send(link);
  await ada.send(await chooseAccount(ada, await openAccountPage(ada), ADA));
  const textID = await addThought(ada);
  const textIDs = async () => (await readPage(ada)).thoughts.map((thought) => thought.textID);

  podman('kill', '--signal', 'KILL', 'look');
  const began = performance.now();
  podman('start', 'look');
  await ready(origin);
  const started = performance.now() - began;
  expect(await textIDs()).toEqual([textID]);
  podman('healthcheck', 'run', 'look');
  podman('exec', 'look', 'node', 'bin/thought-cloud.mjs', 'backup', '/data/copy.sqlite');
  await addThought(ada, 'after the backup');
  const stream = await ada.send(PATHS.live);
  const stopping = performance.now();
  podman('stop', '--time', '10', 'look');
  const stopped = performance.now() - stopping;
  expect(podman('inspect', '--format', '{{.State.ExitCode}}', 'look')).toBe('0');
  expect(await stream.text()).toMatch(/^event: ready/u);
  podman('run', '--rm', '--volume', 'look:/data', IMAGE, 'restore', '/data/copy.sqlite');
  podman('start', 'look');
  await ready(origin);
  const again = createVisitor(origin);
  const [second = ''] = (logsOf('look').match(/http:\S+\/link\?secret=[\w-]+/gu) ?? []).slice(-1);
  await again.send(second);
  await again.send(await chooseAccount(again, await openAccountPage(again), ADA));
  expect((await readPage(again)).thoughts.map((thought) => thought.textID)).toEqual([textID]);
  const seconds = [started, stopped].map((time) => (time / 1_000).toFixed(1));
  report(`ready again ${seconds[0]} s after a kill, stopped with an open page in ${seconds[1]} s`);
});

test('the image adds little to its base, and the builder gets nothing but the package', (context) => {
  const { folder, podman } = needEngine(context);
  const sizeOf = (name: string): number =>
    Number(podman('image', 'inspect', '--format', '{{.Size}}', name)) / 1e6;
  const [whole, base] = [sizeOf(IMAGE), sizeOf(BASE)];
  report(`${whole.toFixed(0)} MB, of which the base is ${base.toFixed(0)}`);
  expect(whole - base).toBeLessThanOrEqual(SIZE_LIMIT);
  const file = join(folder, 'Containerfile');
  writeFileSync(file, `FROM ${BASE}\nCOPY . /context\nRUN ls -A /context > /list\n`);
  podman('build', '-q', '-f', file, '-t', 'context', ROOT);
  const sent = podman('run', '--rm', 'context', 'cat', '/list').split('\n');
  expect(sent.filter((name) => !/^thought-cloud-.*\.tgz$/u.test(name))).toEqual([]);
});

test('a mounted folder of somebody else ends the start, which says whose it has to be', (context) => {
  const { folder, podman, logsOf } = needEngine(context);
  const data = mkdtempSync(join(folder, 'data-'));
  const run = ['run', '--name', 'mounted', '--volume', `${data}:/data`, IMAGE];
  expect(() => podman(...run)).toThrow(/Command failed/u);
  expect(logsOf('mounted')).toContain('chown -R 1000');
  podman('rm', 'mounted');
  execFileSync('chown', ['-R', '1000', data]);
  podman('run', '--detach', '--name', 'owned', '--volume', `${data}:/data`, IMAGE);
  onTestFinished(() => void podman('rm', '--force', 'owned'));
  return vi.waitFor(() => expect(logsOf('owned')).toContain('is ready'), { timeout: 60_000 });
});

test('a release is pushed for two processors, and on each runs from the registry', async (context) => {
  const own = needEngine(context);
  needPrograms(context.skip, 'docker-registry', 'qemu-aarch64-static');
  context.skip(process.arch !== 'x64', 'Another processor is imitated on x64 only.');
  const { env, podman, logsOf } = own;
  const { address, stop } = await startRegistry(own);
  onTestFinished(stop);
  const image = `${address}/board`;
  const base = `BASE=${pushBase(own, address)}`;
  const push = join(ROOT, 'scripts/push-image.sh');
  execFileSync(push, [image, manifest.version, '--build-arg', base], { env, stdio: 'pipe' });
  const emulator = '/usr/bin/qemu-aarch64-static';
  const emulated = ['--volume', `${emulator}:${emulator}:ro`, '--entrypoint', emulator];
  for (const [architecture, options, command] of [
    ['amd64', [], []],
    ['arm64', emulated, ['/usr/local/bin/node', ...boardFlags, 'bin/thought-cloud.mjs']],
  ] as const) {
    const { origin, publish } = await freePort();
    const place = ['--pull', 'always', '--platform', `linux/${architecture}`, ...publish];
    podman(
      'run',
      '--detach',
      '--name',
      architecture,
      ...place,
      '--env',
      `PUBLIC_URL=${origin}`,
      ...options,
      `${image}:latest`,
      ...command,
    );
    onTestFinished(() => void podman('rm', '--force', '--volumes', architecture));
    await vi.waitFor(() => expect(logsOf(architecture)).toContain('is ready'), { timeout: 60_000 });
    await ready(origin);
    expect(podman('image', 'inspect', '--format', '{{.Architecture}}', `${image}:latest`)).toBe(
      architecture,
    );
  }
});

test.for([
  ['compose.yaml', ['board']],
  ['compose-postgres.yaml', ['board-1', 'board-2']],
] as const)(
  '%s brings up a board behind Caddy, which takes thoughts by https',
  async ([file, boards], context) => {
    const own = needEngine(context);
    needPrograms(context.skip, 'podman-compose');
    const { env, podman, logsOf } = own;
    const project = `of-${file.replace('.yaml', '')}`;
    const port = await findFreePort('127.0.0.1');
    const { folder, subnet } = prepareCompose(own, file, port);
    // Debian's podman-compose does not know a network's addresses.
    podman('network', 'create', '--subnet', subnet, `${project}_default`);
    const compose = (...args: string[]): void => {
      const all = ['-f', file, '-p', project, ...args];
      execFileSync('podman-compose', all, { cwd: folder, env, stdio: 'ignore' });
    };
    onTestFinished(() => compose('down', '--volumes'));
    compose('up', '--detach');
    const nameOf = (service: string): string => `${project}_${service}_1`;
    for (const board of boards) {
      await vi.waitFor(() => expect(logsOf(nameOf(board))).toContain('is ready'), {
        timeout: 120_000,
      });
    }
    await vi.waitFor(async () => expect((await ask(port, '/')).status).toBe(200), {
      timeout: 60_000,
      interval: 500,
    });
    const addressOf = (service: string): string =>
      podman(
        'inspect',
        '--format',
        '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}',
        nameOf(service),
      );
    const isPostgres = boards.length > 1;
    const database = await openForOperator({
      databaseURL: isPostgres
        ? `postgres://thought_cloud:secret@${addressOf('database')}/thought_cloud`
        : null,
      dataFolder: isPostgres
        ? ''
        : podman('volume', 'inspect', '--format', '{{.Mountpoint}}', `${project}_board`),
    });
    const { token } = await startSession(database, ADA, GOOGLE);
    await database.close();
    const cookie = `${cookieName('session', ORIGIN)}=${token}`;
    const write = async (): Promise<void> => {
      const path = `${PATHS.thoughts}/${newId()}`;
      expect(await ask(port, path, cookie, '{"text":"hello"}')).toMatchObject({ status: 200 });
    };
    await write();
    // By podman's own command it would count as stopped for good.
    const pid = podman('inspect', '--format', '{{.State.Pid}}', nameOf(boards[0]));
    process.kill(Number(pid), 'SIGKILL');
    // A single board is started again, by its policy; of two, the other one serves.
    await vi.waitFor(write, { timeout: 60_000, interval: 500 });
    const page = await ask(port, PATHS.thoughts, cookie);
    expect(page.body.match(/"hello"/gu)?.length).toBeGreaterThanOrEqual(2);
    report(`${file} serves and takes thoughts, also after a kill of ${boards[0]}`);
  },
);

/** Skips where containers can't be run; they are run as root, to whom a machine gives most. */
function needContainers(skip: (isLacking: boolean, reason: string) => void): void {
  needPrograms(skip, 'podman', 'runc', 'iptables', 'debootstrap');
  skip(process.getuid?.() !== 0, 'Containers are tried as root only.');
}

function canRunContainers(): boolean {
  let can = true;
  needContainers((isLacking) => (can &&= !isLacking));
  return can;
}

function needEngine({ skip }: TestContext): Engine {
  needContainers(skip);
  if (engine === undefined) throw new Error('podman was not prepared.');
  return engine;
}

async function freePort() {
  const port = await findFreePort('127.0.0.1');
  return { origin: `http://localhost:${port}`, publish: ['--publish', `${port}:3000`] };
}

/** Waits until a board takes traffic. */
async function ready(origin: string): Promise<void> {
  const isReady = async (): Promise<void> =>
    expect((await fetch(`${origin}${PATHS.ready}`)).status).toBe(200);
  await vi.waitFor(isReady, { timeout: 60_000, interval: 100 });
}

/** Puts a file for compose into a folder with what it needs; only the port is this machine's. */
function prepareCompose(own: Engine, file: string, port: number) {
  const folder = join(own.folder, file.replace('.yaml', ''));
  mkdirSync(folder);
  const shipped = readFileSync(join(ROOT, 'deploy', file), 'utf8');
  const here = shipped
    .replace('- 443:443\n', `- ${port}:443\n`)
    .replaceAll(/^ +- (?:80:80|443:443\/udp)\n/gmu, '');
  writeFileSync(join(folder, file), here);
  copyFileSync(join(ROOT, 'deploy/Caddyfile'), join(folder, 'Caddyfile'));
  writeFileSync(
    join(folder, '.env'),
    'BOARD_HOST=localhost\nGOOGLE_CLIENT_ID=id\nGOOGLE_CLIENT_SECRET=secret\nPOSTGRES_PASSWORD=secret\n',
  );
  return { folder, subnet: /subnet: (\S+)/u.exec(shipped)?.[1] ?? '' };
}

/** Sends a request through the proxy, whose certificate is its own. */
async function ask(port: number, path: string, cookie = '', body?: string) {
  const headers = { host: 'localhost', origin: ORIGIN, cookie, 'content-type': 'application/json' };
  const options = { port, path, headers, servername: 'localhost', rejectUnauthorized: false };
  const sent = request({
    host: '127.0.0.1',
    method: body === undefined ? 'GET' : 'PUT',
    ...options,
  });
  sent.end(body);
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    sent.once('error', reject).once('response', (answer) => {
      text(answer).then((read) => resolve({ status: answer.statusCode, body: read }), reject);
    });
  });
}
