import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Section } from './table.ts';

const DIST = join(import.meta.dirname, '../dist');

/** Weighs what a first visit downloads of scripts; both builds load all of theirs at once. */
export function measureWeight(): Section {
  const client = scriptsOf('client');
  const firebase = existsSync(join(DIST, 'firebase')) ? [scriptsOf('firebase')] : [];
  return {
    title: 'Scripts of a first visit',
    floor: 'as built',
    rows: [
      { name: 'self-hosted, gzip', ...client },
      ...firebase.map((weight) => ({ name: 'Firebase, gzip (as last built)', ...weight })),
    ],
  };
}

function scriptsOf(build: string): { floor: number; measured: number; unit: 'kB' } {
  const scripts = globSync(join(DIST, build, 'assets/*.js')).map((file) => readFileSync(file));
  const sizes = (weigh: (script: Buffer) => number): number =>
    scripts.reduce((sum, script) => sum + weigh(script), 0) / 1_000;
  return {
    floor: sizes((script) => script.length),
    measured: sizes((script) => gzipSync(script).length),
    unit: 'kB',
  };
}
