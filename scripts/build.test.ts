import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

test('what the build is made by counts among its sources: a change to it builds again', () => {
  const makers = [...read('vite.config.ts').matchAll(/from '\.\/(scripts\/[^']+)'/gu)];
  expect(makers.length).toBeGreaterThan(0);
  const sources = read('scripts/build.mjs');
  expect(makers.filter(([, maker = '']) => !sources.includes(`'${maker}'`))).toEqual([]);
});
