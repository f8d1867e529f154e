import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAtLeast, isNewEnough, TOO_OLD } from '#bin/node-version.mjs';
import { workAlone } from './lock.mjs';
import { root, run, withProgress } from './run.mjs';

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string | string[], cpu?: string | string[] }} Package
 * @typedef {Record<string, Package>} Packages
 */

const COUNT_INTERVAL_MS = 2000;
// npm writes this copy of the lockfile last.
const INSTALLED = 'node_modules/.package-lock.json';

export const LOCK_NAME = '.setting-up';

/** Held by the command that installs or builds. */
export const LOCK = join(root, 'node_modules', LOCK_NAME);

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
  if (isComplete(withTools)) return;
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  await workAlone(LOCK, async () => {
    if (!isComplete(withTools)) await complete(withTools);
  });
}

/** @param {boolean} withTools */
async function complete(withTools) {
  // An update keeps tools that are installed.
  const hasTools = Object.values(packagesIn(join(root, INSTALLED))).some(({ dev }) => dev);
  const work = async () => {
    await install(withTools || hasTools, needsPinned() ? [] : ['--no-workspaces']);
    // npm 10 removes the link to Node together with the packages for other platforms.
    if (!hasNode()) await run('npm', ['rebuild', '--ignore-scripts', '--silent']);
    // If Node is still missing, the registry has none for this platform.
    if (!hasNode()) throw new Error(TOO_OLD);
  };
  await work();
  // From now on the pinned Node runs npm, which adds what it left out.
  if (!installsAll(process.version)) await work();
}

/**
 * Whether npm run by a Node of this version installs all packages: it leaves out an optional one that names newer
 * versions, as Vite's compiled parts do (^20.19.0 || >=22.12.0).
 * @param {string} version as Node writes it: v20.19.0
 */
export function installsAll(version) {
  const isOf20 = isAtLeast(version, '20.19') && !isAtLeast(version, '21.0');
  return isOf20 || isAtLeast(version, '22.12');
}

/** @param {boolean} withTools */
function isComplete(withTools) {
  return isInstalled(root, withTools) && hasNode();
}

function hasNode() {
  return !needsPinned() || existsSync(join(root, 'node_modules/.bin/node'));
}

function needsPinned() {
  const runsPinned = process.execPath.startsWith(join(root, 'node_modules'));
  return runsPinned || !isNewEnough(process.version);
}

/**
 * Whether a project's node_modules matches its lockfile, and this machine.
 * @param {string} folder
 * @param {boolean} withTools
 */
export function isInstalled(folder, withTools) {
  const installed = packagesIn(join(folder, INSTALLED));
  if (isForeign(installed)) return false;
  return wantedIn(folder, withTools).every(([path, { version, optional }]) => {
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

/**
 * Whether packages were copied from another kind of machine: npm installs none that are not for its own.
 * @param {Packages} installed
 */
function isForeign(installed) {
  return Object.values(installed).some(
    ({ os = process.platform, cpu = process.arch }) =>
      ![os].flat().includes(process.platform) || ![cpu].flat().includes(process.arch),
  );
}

/**
 * Begins an installation: until it ends, npm's record is missing. Where it is missing already, an installation
 * was killed, and its packages are removed, because npm takes one with a package.json for complete; so are
 * those of another machine. Returns the function that restores the record, for when npm fails and restores the
 * packages.
 * @param {string} folder
 */
export function beginInstallation(folder) {
  const packages = join(folder, 'node_modules');
  mkdirSync(packages, { recursive: true });
  // The folder itself stays, as it may be a volume of a container.
  const record = join(folder, INSTALLED);
  const isUsable = existsSync(record) && !isForeign(packagesIn(record));
  const before = isUsable ? readFileSync(record) : null;
  const broken = isUsable ? [] : readdirSync(packages).filter((name) => name !== LOCK_NAME);
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
