import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');

/** A test file in backquotes, and after a colon perhaps the beginnings of names of its tests. */
const MENTION =
  /`(?<file>[\w./-]+\.(?:test|spec|faults)\.tsx?)`(?<names>(?:(?::|,| and) "[^"]+")*)/gu;

describe.each(['SECURITY.md', 'docs/reliability.md'])('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/\s+/gu, ' ');
  const mentions = [...text.matchAll(MENTION)].map(({ groups }) => ({
    file: groups?.['file'] ?? '',
    names: [...(groups?.['names'] ?? '').matchAll(/"([^"]+)"/gu)].map(([, name = '']) => name),
  }));

  test('names tests', () => {
    expect(mentions.length).toBeGreaterThan(5);
  });

  test.each(mentions)('names $file as it is, and its tests $names', ({ file, names }) => {
    const found = FILES.filter((path) =>
      file.includes('/') ? path === file : basename(path) === file,
    );
    expect(found).toHaveLength(1);
    const source = readFileSync(join(ROOT, found[0] ?? ''), 'utf8');
    expect(names.filter((name) => !source.includes(name))).toEqual([]);
  });
});
