import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNewEnough, TOO_OLD } from '#bin/node-version.mjs';
import { root, run, withProgress } from './run.mjs';

/** @typedef {Record<string, { version?: string, dev?: boolean, optional?: boolean }>} Packages */

const COUNT_INTERVAL_MS = 2000;
// npm writes this copy of the lockfile last, so it shows that the installation is complete.
const INSTALLED = 'node_modules/.package-lock.json';
const PINNED_NODE = join(root, 'node_modules/.bin/node');

/** What an installation needs, whatever is set in the environment; `.npmrc` outweighs a user's own file only. */
export const INSTALL_FLAGS = [
  '--package-lock',
  '--bin-links',
  '--ignore-scripts',
  '--no-engine-strict',
  '--include=optional',
];

/**
 * The packages of a lockfile, by their folders.
 * @param {string} path
 * @returns {Packages}
 */
function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/**
 * What the lockfile of a project wants: what building and serving need, and with tools all.
 * @param {string} folder
 * @param {boolean} withTools
 */
function wantedIn(folder, withTools) {
  return Object.entries(readPackages(join(folder, 'package-lock.json'))).filter(
    ([path, { version, dev }]) =>
      path.startsWith('node_modules/') && version !== undefined && (withTools || dev !== true),
  );
}

/**
 * Whether a project's node_modules matches its lockfile.
 * @param {string} folder
 * @param {boolean} withTools
 */
export function isInstalled(folder, withTools) {
  if (!existsSync(join(folder, INSTALLED))) return false;
  const installed = readPackages(join(folder, INSTALLED));
  return wantedIn(folder, withTools).every(([path, { version, optional }]) => {
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

/**
 * Installs what is missing: what building and serving need, and with tools what developing needs.
 * @param {{ withTools: boolean }} options
 */
export async function ensureInstalled({ withTools }) {
  const hasTools = Object.values(readPackages(join(root, INSTALLED))).some(({ dev }) => dev);
  const isOwnNode = !process.execPath.startsWith(join(root, 'node_modules'));
  const needsPinned = !(isOwnNode && isNewEnough(process.version));
  const hasNode = () => !needsPinned || existsSync(PINNED_NODE);
  // An update keeps tools that are there.
  const kind = withTools || hasTools ? '--include=dev' : '--omit=dev';
  if (isInstalled(root, withTools) && hasNode()) return;
  await install(needsPinned ? [kind] : [kind, '--no-workspaces']);
  // Where the registry has no Node for this platform.
  if (!hasNode()) throw new Error(TOO_OLD);
}

/** @param {readonly string[]} flags */
async function install(flags) {
  const withTools = flags.includes('--include=dev');
  const mark = clearUnfinished(root);
  // In a terminal npm shows its own progress.
  const isTerminal = process.stderr.isTTY;
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  const paths = wantedIn(root, withTools).map(([path]) => join(root, path, 'package.json'));
  const timer = setInterval(() => {
    const count = paths.filter((path) => existsSync(path)).length;
    if (!isTerminal) console.error(`  ${count} packages`);
  }, COUNT_INTERVAL_MS);
  const what = withTools ? 'everything, with the tools' : 'what building and serving need';
  try {
    // Not `npm ci`, which first removes all packages, even from under a running server. The versions
    // are the lockfile's in any case.
    await withProgress(`Installing ${what}`, () =>
      run('npm', ['install', '--no-save', ...INSTALL_FLAGS, ...flags, ...quietly]),
    );
  } catch (error) {
    // If npm itself failed, for example without a network, it has restored the former packages.
    if (mark !== undefined) writeFileSync(join(root, INSTALLED), mark);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Removes the packages of a killed installation, and makes a later kill detectable: npm considers a
 * package complete that has its package.json. Returns the mark of the present installation.
 * @param {string} folder
 */
export function clearUnfinished(folder) {
  const packages = join(folder, 'node_modules');
  if (existsSync(join(folder, INSTALLED))) {
    const mark = readFileSync(join(folder, INSTALLED), 'utf8');
    rmSync(join(folder, INSTALLED));
    return mark;
  }
  if (!existsSync(packages)) return undefined;
  // Not the folder itself, which may be a volume of a container.
  for (const name of readdirSync(packages)) rmSync(join(packages, name), { recursive: true });
  return undefined;
}
