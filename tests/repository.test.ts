import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { expect, test } from 'vitest';

const LIMIT_BYTES = 300_000;

test('the repository tracks no file over 300 kB', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
  expect(tracked.filter((path) => sizeOf(path) > LIMIT_BYTES)).toEqual([]);
});

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
