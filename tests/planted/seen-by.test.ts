import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSeenBy } from './seen-by.ts';

test('every test that is known to see a planted fault is still there', () => {
  const missing = Object.entries(readSeenBy()).flatMap(([fault, tests]) =>
    tests
      .filter(
        ({ file, title = '' }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title),
      )
      .map(({ file, title }) => `${fault}: ${file}: ${title}`),
  );
  expect(missing).toEqual([]);
});
