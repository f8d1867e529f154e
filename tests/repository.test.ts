import { execFileSync } from 'node:child_process';
import { copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..');
const LIMIT_BYTES = 300_000;
/** Files that may be larger. */
const EXEMPT: readonly string[] = [];

test('the repository tracks no file over 300 kB', () => {
  expect(oversizedFiles(ROOT)).toEqual([]);
});

test('a tracked file over 300 kB is named, an ignored one is not', () => {
  const folder = temporaryFolder();
  copyFileSync(join(ROOT, '.gitignore'), join(folder, '.gitignore'));
  for (const name of ['tool.whl', 'picture.png']) {
    writeFileSync(join(folder, name), new Uint8Array(LIMIT_BYTES + 1));
  }
  git(folder, 'init', '--quiet');
  git(folder, 'add', '.');
  expect(oversizedFiles(folder)).toEqual(['picture.png']);
});

function oversizedFiles(folder: string): string[] {
  return git(folder, 'ls-files', '-z')
    .split('\0')
    .filter((path) => path !== '' && !EXEMPT.includes(path))
    .filter(
      (path) => (statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0) > LIMIT_BYTES,
    );
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
}
