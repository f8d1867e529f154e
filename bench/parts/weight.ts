import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { BUDGET } from '#scripts/vite-plugins.ts';
import type { Row, Section, Wanted } from '#bench/figures.ts';

const DIST = join(import.meta.dirname, '../../dist');

/** Measures the bytes of scripts and styles on a first visit, which loads all of them. */
export async function measureWeight(): Promise<Section> {
  const rows = [
    ...weigh('client', 'self-hosted', ['value', '<=', BUDGET / 1_000]),
    ...weigh('firebase', 'Firebase, as last built', undefined),
  ];
  return { title: 'Scripts and styles of a first visit', floor: 'as built', rows };
}

function weigh(build: string, name: string, wanted: Wanted | undefined): Row[] {
  const folder = join(DIST, build, 'assets');
  if (!existsSync(folder)) return [];
  const files = globSync(join(folder, '*.{js,css}')).map((file) => readFileSync(file));
  const product = [sum(files.map((file) => brotliCompressSync(file)))];
  return [{ name: `${name}, brotli`, unit: 'kB', floor: [sum(files)], product, wanted }];
}

function sum(files: readonly Buffer[]): number {
  return files.reduce((total, { length }) => total + length, 0) / 1_000;
}
