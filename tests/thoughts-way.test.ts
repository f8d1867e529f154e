import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ARCHITECTURE = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const GLOSSARY = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');

const way = [...ARCHITECTURE.matchAll(/^(\d+)\. `([^`]+)`: /gmu)].map(([, number, file]) => ({
  number: Number(number),
  file: file ?? '',
}));

describe("a thought's way", () => {
  test('has at most 25 files, numbered in order, no file twice', () => {
    expect(way.length).toBeGreaterThan(1);
    expect(way.length).toBeLessThanOrEqual(25);
    expect(way.map(({ number }) => number)).toEqual(way.map((_, index) => index + 1));
    expect(new Set(way.map(({ file }) => file)).size).toBe(way.length);
  });

  test('runs from the composer to the list of thoughts', () => {
    expect(way.at(0)?.file).toBe('src/client/pages/composer.tsx');
    expect(way.at(-1)?.file).toBe('src/client/components/list/thought-list.tsx');
  });
});

test.each([
  ['the map', ARCHITECTURE],
  ['the glossary', GLOSSARY],
])('%s names only what exists', (_name, text) => {
  const named = [...text.matchAll(/`((?:src|tests|bench|firebase)\/[^`]+)`/gu)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

describe('the glossary', () => {
  test('has at most 50 words, none twice', () => {
    const words = [...GLOSSARY.matchAll(/^- \*\*(.+?)\*\*: /gmu)].map(([, word]) => word);
    expect(words.length).toBeGreaterThan(10);
    expect(words.length).toBeLessThanOrEqual(50);
    expect(new Set(words).size).toBe(words.length);
  });
});
