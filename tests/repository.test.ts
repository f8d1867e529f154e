import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const LIMIT_BYTES = 300_000;

test('the repository tracks no file over 300 kB', ({ skip }) => {
  skip(!existsSync(join(ROOT, '.git')), 'This copy has no repository, as one from an archive');
  // A checkout may belong to somebody else, which git otherwise refuses.
  const args = ['-c', `safe.directory=${ROOT}`, 'ls-files', '-z'];
  const tracked = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  expect(tracked.filter((path) => sizeOf(join(ROOT, path)) > LIMIT_BYTES)).toEqual([]);
});

test('each command of the board on Firebase first installs what a fresh clone lacks, by any Node', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const names = Object.keys(scripts).filter((name) => name.endsWith(':firebase'));
  expect(names).toContain('export:firebase');
  const installing = /\bscripts\/start\.mjs |^npm run build:firebase /u;
  expect(names.filter((name) => !installing.test(scripts[name]))).toEqual([]);
});

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
