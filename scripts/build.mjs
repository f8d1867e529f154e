import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, run, withProgress } from './run.mjs';

const SOURCES = [
  'index.html',
  'package-lock.json',
  'public',
  'scripts',
  'src/client',
  'src/shared',
  'vite.config.ts',
];

const PAGE = join(root, 'dist/client/index.html');
// Not in the built folder, all of which is served.
const STAMP = join(root, 'dist/client.sources');

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

/**
 * Identifies a build by its sources and by the time of its page, so that a build made by other means
 * does not match.
 * @param {string} sources
 */
function stampFor(sources) {
  return `${sources} ${statSync(PAGE).mtimeMs}\n`;
}

/** @param {string} sources */
function isBuilt(sources) {
  if (!existsSync(PAGE) || !existsSync(STAMP)) return false;
  return readFileSync(STAMP, 'utf8') === stampFor(sources);
}

/** Builds the client, unless the last build was made from the same sources. */
export async function ensureBuilt() {
  const sources = hashSources();
  if (isBuilt(sources)) return;
  await withProgress('Building the client', () => run('vite', ['build', '--logLevel', 'warn']));
  writeFileSync(STAMP, stampFor(sources));
}
