import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNewEnough, TOO_OLD } from '#bin/node-version.mjs';
import { root, run, withProgress } from './run.mjs';

/** @typedef {Record<string, { version?: string, dev?: boolean, optional?: boolean }>} Packages */

const COUNT_INTERVAL_MS = 2000;
// npm writes this copy of the lockfile last.
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Flags of every installation: the settings of the project's `.npmrc`, which the environment would override.
 * @type {readonly string[]}
 */
export const INSTALL_FLAGS = readFileSync(join(root, '.npmrc'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => `--${line.replace('[]', '')}`);

/**
 * Installs what is missing: what building and serving need, and with tools what developing needs.
 * @param {{ withTools: boolean }} options
 */
export async function ensureInstalled({ withTools }) {
  const runsPinned = process.execPath.startsWith(join(root, 'node_modules'));
  const needsPinned = runsPinned || !isNewEnough(process.version);
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
  const installed = packagesIn(join(folder, INSTALLED));
  return wantedIn(folder, withTools).every(([path, { version, optional }]) => {
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

/**
 * Begins an installation: until it ends, npm's record is missing. Where it is missing already, an installation
 * was killed, and its packages are removed, because npm takes one with a package.json for complete. Returns
 * the function that restores the record, for when npm fails and restores the packages.
 * @param {string} folder
 */
export function beginInstallation(folder) {
  const packages = join(folder, 'node_modules');
  mkdirSync(packages, { recursive: true });
  // The folder itself stays, as it may be a volume of a container.
  const record = join(folder, INSTALLED);
  const before = existsSync(record) ? readFileSync(record) : null;
  const broken = before === null ? readdirSync(packages) : [];
  for (const name of broken) rmSync(join(packages, name), { recursive: true });
  rmSync(record, { force: true });
  return () => void (before && writeFileSync(record, before));
}

/**
 * @param {boolean} withTools
 * @param {readonly string[]} flags
 */
async function install(withTools, flags) {
  const restore = beginInstallation(root);
  const what = withTools ? 'everything, with the tools' : 'what building and serving need';
  const kind = withTools ? '--include=dev' : '--omit=dev';
  const files = wantedIn(root, withTools).map(([path]) => join(root, path, 'package.json'));
  const count = () =>
    console.error(`  ${files.filter((file) => existsSync(file)).length} packages`);
  // In a terminal, npm shows its progress itself.
  const timer = process.stderr.isTTY ? undefined : setInterval(count, COUNT_INTERVAL_MS);
  // `npm ci` would first remove all packages, even from under a running server. The versions are the
  // lockfile's in any case.
  const command = ['install', '--no-save', ...INSTALL_FLAGS, kind, ...flags];
  try {
    await withProgress(`Installing ${what}`, () => run('npm', command));
  } catch (error) {
    restore();
    throw error;
  } finally {
    clearInterval(timer);
  }
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
