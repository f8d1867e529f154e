import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS } from './all-faults.ts';

const faults = Object.values(FAULTS).flat();

test('every planted fault finds its place exactly once', () => {
  const lost = faults.filter(
    ({ file, search }) => readFileSync(file, 'utf8').split(search).length !== 2,
  );
  expect(lost.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
});

test('no two planted faults share a name', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});

test('every planted fault has an existing test that sees it', () => {
  const missing = faults.filter(
    ({ seenBy: { file, title } }) =>
      !existsSync(file) || !readFileSync(file, 'utf8').includes(title),
  );
  expect(missing).toEqual([]);
});
