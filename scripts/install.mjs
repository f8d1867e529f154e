import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNewEnough, TOO_OLD } from '#bin/node-version.mjs';
import { root, run, withProgress } from './run.mjs';

/** @typedef {Record<string, { version?: string, dev?: boolean, optional?: boolean }>} Packages */

const COUNT_INTERVAL_MS = 2000;
// npm writes this copy of the lockfile last.
const INSTALLED = 'node_modules/.package-lock.json';
/** A file that exists while an installation is under way. */
const UNFINISHED = 'node_modules/.unfinished';

/** Settings of every installation, whatever the environment sets; `.npmrc` overrides only the user's own file. */
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
  // An update keeps tools that are installed.
  const hasTools = Object.values(packagesIn(join(root, INSTALLED))).some(({ dev }) => dev);
  await install(withTools || hasTools, needsPinned ? [] : ['--no-workspaces']);
  // npm 10 removes the link to Node together with the packages for other platforms.
  if (!hasNode()) await run('npm', ['rebuild', '--ignore-scripts', '--silent']);
  // If Node is still missing, the registry has none for this platform.
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
 * Marks the beginning of an installation, and removes the packages of one that was killed: npm takes a
 * package with a package.json for complete.
 * @param {string} folder
 */
export function beginInstallation(folder) {
  const packages = join(folder, 'node_modules');
  mkdirSync(packages, { recursive: true });
  if (!existsSync(join(folder, INSTALLED)) || existsSync(join(folder, UNFINISHED))) {
    // The folder itself stays, as it may be a volume of a container.
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
  // In a terminal, npm shows its progress itself.
  const timer = process.stderr.isTTY ? undefined : setInterval(count, COUNT_INTERVAL_MS);
  // `npm ci` would first remove all packages, even from under a running server. The versions are the
  // lockfile's in any case. If npm fails, it restores the previous packages.
  await withProgress(`Installing ${what}`, () =>
    run('npm', ['install', '--no-save', ...INSTALL_FLAGS, kind, ...flags, ...quietly]),
  ).finally(() => {
    clearInterval(timer);
    rmSync(join(root, UNFINISHED), { force: true });
  });
}

/**
 * The packages that a project's lockfile requires: for building and serving, or with tools all.
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
