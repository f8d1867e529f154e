import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK } from './install.mjs';
import { workAlone } from './lock.mjs';
import { root, run, withProgress } from './run.mjs';

const FOLDERS = ['public', 'src/client', 'src/shared'];
const FILES = ['index.html', 'package-lock.json', 'scripts/vite-plugins.ts', 'vite.config.ts'];
const PAGE = join(root, 'dist/client/index.html');
// The stamp is not in the built folder, all of which is served.
const STAMP = join(root, 'dist/client.sources');

/** Builds the client, unless the last build was made from the same sources. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  await workAlone(LOCK, async () => {
    if (isBuilt()) return;
    const sources = hashSources();
    await withProgress('Building the client', () => run('vite', ['build', '--logLevel', 'warn']));
    writeFileSync(STAMP, stampOf(sources));
  });
}

function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampOf(hashSources());
}

/**
 * The page's time shows whether something else has made the build.
 * @param {string} sources
 */
function stampOf(sources) {
  return `${sources} ${statSync(PAGE, { throwIfNoEntry: false })?.mtimeMs}\n`;
}

/**
 * A hash of all that the client is built from, in a project's folder.
 * @param {string} folder
 */
export function hashSources(folder = root) {
  const inFolders = FOLDERS.flatMap((source) =>
    readdirSync(join(folder, source), { encoding: 'utf8', recursive: true }).map((name) =>
      join(source, name),
    ),
  );
  const hash = createHash('sha256');
  for (const file of [...FILES, ...inFolders.toSorted()]) {
    const path = join(folder, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
