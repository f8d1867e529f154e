import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isNewEnough } from '#bin/node-version.mjs';
import { beginInstallation, INSTALL_FLAGS, isInstalled } from './install.mjs';

const PLAIN = { 'node_modules/plain': { version: '1.2.3' } };
const TOOL = { 'node_modules/tool': { version: '2.0.0', dev: true } };
const FOR_A_MAC = { 'node_modules/for-a-mac': { version: '4.5.6', optional: true } };

/** A package in a folder of the project itself, which npm only links. */
const LINKED = { 'node_modules/own': { link: true }, 'tools/own': { version: '1.0.0' } };

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeLockfile('package-lock.json', { ...PLAIN, ...TOOL, ...FOR_A_MAC, ...LINKED });
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each<[what: string, forServing: boolean, forAll: boolean, packages: object]>([
  ['every package', true, true, { ...PLAIN, ...TOOL, ...FOR_A_MAC }],
  ['all but what is for other platforms', true, true, { ...PLAIN, ...TOOL }],
  ['all but the tools', true, false, PLAIN],
  ['another version', false, false, { ...TOOL, 'node_modules/plain': { version: '1.2.4' } }],
  ['no package', false, false, {}],
])('a project with %s serves: %s; can be worked on: %s', (_what, forServing, forAll, packages) => {
  expect(isInstalled(folder, false)).toBe(false);
  writeLockfile('node_modules/.package-lock.json', packages);
  expect([isInstalled(folder, false), isInstalled(folder, true)]).toEqual([forServing, forAll]);
});

test('a killed installation does not count, and the next one removes it', () => {
  const whole = join(folder, 'node_modules/plain');
  mkdirSync(whole);
  writeLockfile('node_modules/.package-lock.json', PLAIN);
  beginInstallation(folder);
  expect([existsSync(whole), isInstalled(folder, false)]).toEqual([true, false]);
  beginInstallation(folder);
  expect(existsSync(whole)).toBe(false);
});

const OWN_SETTINGS = {
  'package-lock': 'false',
  'bin-links': 'false',
  'ignore-scripts': 'false',
  'engine-strict': 'true',
  omit: 'optional',
};
const WANTED = {
  'package-lock': 'true',
  'bin-links': 'true',
  'ignore-scripts': 'true',
  'engine-strict': 'false',
};

test('a user’s own npm settings do not count, in a file or in the environment', () => {
  const lines = Object.entries(OWN_SETTINGS).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(folder, 'npmrc'), lines.join('\n'));
  const file = { npm_config_userconfig: join(folder, 'npmrc') };
  expect(readNpmConfig([], file)).toEqual({ ...WANTED, include: 'optional' });
  const environment = Object.fromEntries(
    Object.entries(OWN_SETTINGS).map(([name, value]) => [`npm_config_${name}`, value]),
  );
  const found = readNpmConfig(INSTALL_FLAGS, environment);
  expect(found).toEqual({ ...WANTED, include: 'optional' });
});

/** The settings that npm arrives at in this project. */
function readNpmConfig(flags: readonly string[], settings: Record<string, string>) {
  const names = [...Object.keys(WANTED), 'include'];
  const { PATH, HOME } = process.env;
  const said = execFileSync('npm', ['config', 'get', ...names, ...flags], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { PATH, HOME, ...settings },
    encoding: 'utf8',
  });
  return Object.fromEntries(
    Array.from(said.matchAll(/^(.+)=(.*)$/gmu), ([, name, value]) => [name, value]),
  );
}

test.each([
  ['v20.20.2', false],
  ['v24.10.9', false],
  ['v24.11.0', true],
  ['v26.0.0', true],
])('Node %s can run the board: %s', (version, isEnough) => {
  expect(isNewEnough(version)).toBe(isEnough);
});

function writeLockfile(path: string, packages: object): void {
  writeFileSync(join(folder, path), JSON.stringify({ packages }));
}
