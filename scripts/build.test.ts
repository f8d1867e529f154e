import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { hashSources } from './build.mjs';

const SOURCES = [
  'index.html',
  'package-lock.json',
  'scripts/vite-plugins.ts',
  'vite.config.ts',
  'firebase/firestore.rules',
  'public/icon.svg',
  'src/client/main.tsx',
  'src/shared/limits.ts',
];

test('a change of any source of the client, and of shared code alone, makes another build', () => {
  const folder = temporaryFolder();
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const file of SOURCES) write(file, 'before');
  const hashes = [hashSources(folder), hashSources(folder)];
  expect(new Set(hashes).size).toBe(1);
  for (const file of SOURCES) {
    write(file, 'after');
    hashes.push(hashSources(folder));
  }
  expect(new Set(hashes).size).toBe(1 + SOURCES.length);
});
