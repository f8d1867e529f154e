import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNewEnough, TOO_OLD } from '#bin/node-version.mjs';
import { root, run, withProgress } from './run.mjs';

/** @typedef {Record<string, { version?: string, dev?: boolean, optional?: boolean }>} Packages */

const COUNT_INTERVAL_MS = 2000;
// npm writes this copy of the lockfile last.
const INSTALLED = 'node_modules/.package-lock.json';
/** Is there while an installation is under way. */
const UNFINISHED = 'node_modules/.unfinished';

/** What an installation needs, whatever is set in the environment; `.npmrc` outweighs a user's own file only. */
export const INSTALL_FLAGS = [
  '--package-lock',
  '--bin-links',
  '--ignore-scripts',
  '--no-engine-strict',
  '--include=optional',
];

/**
 * Installs what is missing: what building and serving need, and with tools what developing needs.
 * @param {{ withTools: boolean }} options
 */
export async function ensureInstalled({ withTools }) {
  const isOwnNode = !process.execPath.startsWith(join(root, 'node_modules'));
  const needsPinned = !isOwnNode || !isNewEnough(process.version);
  const hasNode = () => !needsPinned || existsSync(join(root, 'node_modules/.bin/node'));
  if (isInstalled(root, withTools) && hasNode()) return;
  // An update keeps tools that are there.
  const hasTools = Object.values(packagesIn(join(root, INSTALLED))).some(({ dev }) => dev);
  await install(withTools || hasTools, needsPinned ? [] : ['--no-workspaces']);
  // npm 10 takes its link away with the packages for other platforms.
  if (!hasNode()) await run('npm', ['rebuild', '--ignore-scripts', '--silent']);
  // The registry has no Node for this platform.
  if (!hasNode()) throw new Error(TOO_OLD);
}

/**
 * Whether a project's node_modules matches its lockfile.
 * @param {string} folder
 * @param {boolean} withTools
 */
export function isInstalled(folder, withTools) {
  if (!existsSync(join(folder, INSTALLED)) || existsSync(join(folder, UNFINISHED))) return false;
  const installed = packagesIn(join(folder, INSTALLED));
  return wantedIn(folder, withTools).every(([path, { version, optional }]) => {
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

/**
 * Notes that an installation begins, and removes the packages of one that was killed: npm considers a
 * package complete that has its package.json.
 * @param {string} folder
 */
export function beginInstallation(folder) {
  const packages = join(folder, 'node_modules');
  mkdirSync(packages, { recursive: true });
  if (!existsSync(join(folder, INSTALLED)) || existsSync(join(folder, UNFINISHED))) {
    // Not the folder itself, which may be a volume of a container.
    for (const name of readdirSync(packages)) rmSync(join(packages, name), { recursive: true });
  }
  writeFileSync(join(folder, UNFINISHED), '');
}

/**
 * @param {boolean} withTools
 * @param {readonly string[]} flags
 */
async function install(withTools, flags) {
  beginInstallation(root);
  const what = withTools ? 'everything, with the tools' : 'what building and serving need';
  const kind = withTools ? '--include=dev' : '--omit=dev';
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  const files = wantedIn(root, withTools).map(([path]) => join(root, path, 'package.json'));
  const count = () =>
    console.error(`  ${files.filter((file) => existsSync(file)).length} packages`);
  // In a terminal npm shows its own progress.
  const timer = process.stderr.isTTY ? undefined : setInterval(count, COUNT_INTERVAL_MS);
  // Not `npm ci`, which first removes all packages, even from under a running server. The versions are
  // the lockfile's in any case. If npm itself fails, it restores the former packages.
  await withProgress(`Installing ${what}`, () =>
    run('npm', ['install', '--no-save', ...INSTALL_FLAGS, kind, ...flags, ...quietly]),
  ).finally(() => {
    clearInterval(timer);
    rmSync(join(root, UNFINISHED), { force: true });
  });
}

/**
 * What the lockfile of a project wants: what building and serving need, and with tools all.
 * @param {string} folder
 * @param {boolean} withTools
 */
function wantedIn(folder, withTools) {
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).filter(
    ([path, { version, dev }]) =>
      path.startsWith('node_modules/') && version !== undefined && (withTools || dev !== true),
  );
}

/**
 * The packages of a lockfile, by their folders.
 * @param {string} path
 * @returns {Packages}
 */
function packagesIn(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}
