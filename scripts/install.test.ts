import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/test-board.ts';
import { beginInstallation, INSTALL_FLAGS, isInstalled } from './install.mjs';
import { root } from './run.mjs';

const PLAIN = { 'node_modules/plain': { version: '1.2.3' } };
const TOOL = { 'node_modules/tool': { version: '2.0.0', dev: true } };
const FOR_A_MAC = { 'node_modules/for-a-mac': { version: '4.5.6', optional: true } };
/** A package in a folder of the project itself, which npm only links. */
const LINKED = { 'node_modules/own': { link: true }, 'tools/own': { version: '1.0.0' } };

test.each<[what: string, forServing: boolean, forAll: boolean, packages: object]>([
  ['every package', true, true, { ...PLAIN, ...TOOL, ...FOR_A_MAC }],
  ['all but what is for other platforms', true, true, { ...PLAIN, ...TOOL }],
  ['all but the tools', true, false, PLAIN],
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

test('a user’s own npm settings do not count', () => {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, npm_config_omit: 'optional', npm_config_package_lock: 'false' };
  const ask = ['config', 'get', 'include', 'package-lock', ...INSTALL_FLAGS];
  const said = execFileSync('npm', ask, { cwd: root, env, encoding: 'utf8' });
  expect(said).toBe('include=optional\npackage-lock=true\n');
});

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
