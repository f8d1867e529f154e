import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const SOURCES = [
  'index.html',
  'package-lock.json',
  'public',
  'scripts/precompress.ts',
  'src/client',
  'src/shared',
  'vite.config.ts',
];

// Inside the built folder, which every build empties: no stamp can outlive what it speaks of.
const STAMP = join(root, 'dist/client/.sources');

/**
 * @param {string} source a file or a folder
 * @returns {string[]}
 */
function filesOf(source) {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesOf(join(source, name)));
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesOf)) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Builds the client, unless the last build was made from the same sources. */
export async function ensureBuilt() {
  const sources = hashSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  console.log('Building the client …');
  await run('vite', ['build', '--logLevel', 'warn']);
  writeFileSync(STAMP, sources);
}
