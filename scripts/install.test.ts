import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/server/test-board.ts';
import {
  beginInstallation,
  INSTALL_FLAGS,
  installsAll,
  isInstalled,
  LOCK_NAME,
} from './install.mjs';
import { workAlone } from './lock.mjs';
import { root } from './run.mjs';

const PLAIN = { 'node_modules/plain': { version: '1.2.3' } };
const TOOL = { 'node_modules/tool': { version: '2.0.0', dev: true } };
const OPTIONAL = { version: '4.5.6', optional: true };
const FOR_A_MAC = { 'node_modules/for-a-mac': OPTIONAL };
const ON_ANOTHER = { 'node_modules/for-a-mac': { ...OPTIONAL, os: ['plan9'] } };
const BY_ANOTHER = { 'node_modules/for-a-mac': { ...OPTIONAL, cpu: 'pdp11' } };
/** A package in a folder of the project itself, which npm only links. */
const LINKED = { 'node_modules/own': { link: true }, 'tools/own': { version: '1.0.0' } };

test.each<[what: string, forServing: boolean, forAll: boolean, packages: object]>([
  ['every package', true, true, { ...PLAIN, ...TOOL, ...FOR_A_MAC }],
  ['all but what is for other platforms', true, true, { ...PLAIN, ...TOOL }],
  ['all but the tools', true, false, PLAIN],
  ['what is for another platform', false, false, { ...PLAIN, ...TOOL, ...ON_ANOTHER }],
  ['what is for another processor', false, false, { ...PLAIN, ...TOOL, ...BY_ANOTHER }],
  ['another version', false, false, { ...TOOL, 'node_modules/plain': { version: '1.2.4' } }],
  ['no package', false, false, {}],
])('a project with %s serves: %s; can be worked on: %s', (_what, forServing, forAll, packages) => {
  const folder = createProject();
  expect(isInstalled(folder, false)).toBe(false);
  install(folder, packages);
  expect([isInstalled(folder, false), isInstalled(folder, true)]).toEqual([forServing, forAll]);
});

test('a killed installation does not count, and the next one removes it; a failed one leaves what was there', () => {
  const folder = createProject();
  const whole = join(folder, 'node_modules/plain');
  mkdirSync(whole);
  install(folder, PLAIN);
  beginInstallation(folder)();
  expect(isInstalled(folder, false)).toBe(true);
  beginInstallation(folder);
  expect([existsSync(whole), isInstalled(folder, false)]).toEqual([true, false]);
  beginInstallation(folder);
  expect(existsSync(whole)).toBe(false);
});

test('packages of another machine are all removed before an installation, the lock is not', () => {
  const folder = createProject();
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, 'for-a-mac'));
  install(folder, { ...PLAIN, ...TOOL, ...ON_ANOTHER });
  symlinkSync('1', join(packages, LOCK_NAME));
  beginInstallation(folder)();
  expect(readdirSync(packages)).toEqual([LOCK_NAME]);
  expect(isInstalled(folder, false)).toBe(false);
});

test.each([
  ['v20.18.3', false],
  ['v20.19.0', true],
  ['v21.7.3', false],
  ['v22.11.0', false],
  ['v22.12.0', true],
  ['v24.15.0', true],
])('npm run by Node %s installs all packages at once: %s', (version, isAll) => {
  expect(installsAll(version)).toBe(isAll);
});

test('of two commands that set up at once, the second waits for the first, and says so', async () => {
  const lock = join(temporaryFolder(), 'lock');
  const first = setUp(lock);
  await first.untilSaid('working');
  const second = setUp(lock);
  await second.untilSaid(`process ${first.pid}`);
  expect(second.said()).not.toContain('working');
  first.finish();
  await second.untilSaid('working');
  second.finish();
  expect(await first.code).toBe(0);
  expect(await second.code).toBe(0);
  expect(lstatSync(lock, { throwIfNoEntry: false })).toBeUndefined();
});

test('a command that was killed while it set up holds up no other', async () => {
  const lock = join(temporaryFolder(), 'lock');
  const first = setUp(lock);
  await first.untilSaid('working');
  first.kill();
  await first.code;
  const second = setUp(lock);
  await second.untilSaid('working');
  second.finish();
  expect(await second.code).toBe(0);
  expect(second.said()).not.toContain('waiting');
});

test('a container that was killed while it set up holds up none that starts again with the same ids', async () => {
  const lock = join(temporaryFolder(), 'lock');
  symlinkSync(String(process.pid), lock);
  const work = vi.fn<() => Promise<void>>(async () => {});
  await workAlone(lock, work);
  expect(work).toHaveBeenCalledOnce();
});

test('a folder that Vite can’t build in is named in one line', () => {
  const folder = join(temporaryFolder(), 'a#b');
  for (const name of ['bin', 'scripts', '.npmrc', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const start = [join(folder, 'scripts/start.mjs'), '--build-only'];
  const { status, stderr } = spawnSync(process.execPath, start, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    `Vite can't build in a folder with # in its path: ${folder}/\n`,
  ]);
});

test('a user’s own npm settings do not count', () => {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, npm_config_omit: 'optional', npm_config_package_lock: 'false' };
  const ask = ['config', 'get', 'include', 'package-lock', ...INSTALL_FLAGS];
  const said = execFileSync('npm', ask, { cwd: root, env, encoding: 'utf8' });
  expect(said).toBe('include=optional\npackage-lock=true\n');
});

/** A command that sets up until it is told to finish. */
function setUp(lock: string) {
  const module = JSON.stringify(join(root, 'scripts/lock.mjs'));
  const work = `process.stderr.write('working\\n'); await once(process.stdin, 'end')`;
  const code = `import fs from 'node:fs'; import { once } from 'node:events';
    import { syncBuiltinESMExports } from 'node:module';
    const { rmSync } = fs;
    // In Node 24.11 to 24.13 it leaves a link that leads nowhere.
    fs.rmSync = (path, options) => { if (fs.existsSync(path)) rmSync(path, options); };
    syncBuiltinESMExports();
    const { workAlone } = await import(${module});
    process.stdin.resume(); await workAlone(process.argv[1], async () => { ${work}; });`;
  const args = ['--input-type=module', '--eval', code, lock];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  return {
    pid: child.pid,
    said: () => said,
    untilSaid: (text: string) => vi.waitFor(() => expect(said).toContain(text)),
    finish: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
    code: once(child, 'close').then(([ended]: unknown[]) => ended),
  };
}

function createProject(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  const packages = { ...PLAIN, ...TOOL, ...FOR_A_MAC, ...LINKED };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  return folder;
}

function install(folder: string, packages: object): void {
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
}
