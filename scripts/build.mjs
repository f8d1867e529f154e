import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK } from './install.mjs';
import { workAlone } from './lock.mjs';
import { root, run, withProgress } from './run.mjs';

const FOLDERS = ['firebase', 'public', 'src/client', 'src/shared'];
const FILES = ['index.html', 'package-lock.json', 'scripts/vite-plugins.ts', 'vite.config.ts'];
// On Firebase, a configuration in the environment would be built in, and the site would use that project.
const COMMANDS = {
  client: ['vite', 'build'],
  firebase: [
    'env',
    'FIREBASE_CONFIG=',
    'FIREBASE_APP_CHECK_KEY=',
    'vite',
    'build',
    '--mode',
    'firebase',
  ],
};

/** @typedef {keyof typeof COMMANDS} Site */

/**
 * Builds the client, or the site for Firebase, unless its last build was made from the same sources.
 * @param {Site} site
 */
export async function ensureBuilt(site) {
  if (isBuilt(site)) return;
  await workAlone(LOCK, async () => {
    if (isBuilt(site)) return;
    const sources = hashSources();
    const [program = '', ...args] = COMMANDS[site];
    await withProgress(`Building the ${site === 'client' ? 'client' : 'site for Firebase'}`, () =>
      run(program, [...args, '--logLevel', 'warn']),
    );
    writeFileSync(stampFile(site), stampOf(site, sources));
  });
}

/** @param {Site} site */
function isBuilt(site) {
  const file = stampFile(site);
  return existsSync(file) && readFileSync(file, 'utf8') === stampOf(site, hashSources());
}

/**
 * The stamp is not in the built folder, all of which is served.
 * @param {Site} site
 */
function stampFile(site) {
  return join(root, `dist/${site}.sources`);
}

/**
 * The page's time shows whether something else has made the build.
 * @param {Site} site
 * @param {string} sources
 */
function stampOf(site, sources) {
  const page = statSync(join(root, `dist/${site}/index.html`), { throwIfNoEntry: false });
  return `${sources} ${page?.mtimeMs}\n`;
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
