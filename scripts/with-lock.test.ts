import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './with-lock.mjs';

let folder = '';
let lock = '';
let done = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  lock = join(folder, 'new', 'lock');
  done = join(folder, 'done');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('of several processes at the same time one does the work, and the others wait for it', async () => {
  const processes = [1, 2, 3].map(() => {
    const main = `
      import { appendFileSync, existsSync } from 'node:fs';
      import { setTimeout } from 'node:timers/promises';
      import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'with-lock.mjs'))};
      const done = ${JSON.stringify(done)};
      await withLock(
        () => existsSync(done),
        () => setTimeout(500).then(() => appendFileSync(done, 'once ')),
        ${JSON.stringify(lock)},
      );
      process.exitCode = existsSync(done) ? 0 : 1;`;
    return spawn('node', ['--input-type=module', '--eval', main], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  });
  const ends = await Promise.all(processes.map((child) => once(child, 'close')));
  expect(ends.map(([code]) => code)).toEqual([0, 0, 0]);
  expect(readFileSync(done, 'utf8')).toBe('once ');
  expect(existsSync(lock)).toBe(false);
});

test('after a failure the next one does it', async () => {
  const fails = withLock(
    () => false,
    () => Promise.reject(new Error('no network')),
    lock,
  );
  await expect(fails).rejects.toThrow('no network');
  await finish();
  expect(readFileSync(done, 'utf8')).toBe('done');
});

test.for([
  ['a process that is gone', () => spawnSync('node', ['--version']).pid, 0],
  ['one that has been silent for long', () => process.pid, 60],
] as const)('a lock of %s holds up nobody', async ([, pidOf, secondsAgo]) => {
  lock = join(folder, 'lock');
  writeFileSync(lock, String(pidOf()));
  const last = Date.now() / 1_000 - secondsAgo;
  utimesSync(lock, last, last);
  await finish();
  expect(readFileSync(done, 'utf8')).toBe('done');
});

function finish(): Promise<void> {
  return withLock(
    () => existsSync(done),
    async () => writeFileSync(done, 'done'),
    lock,
  );
}
