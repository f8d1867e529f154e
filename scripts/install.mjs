import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNewEnough, TOO_OLD } from '#bin/node-version.mjs';
import { withProgress } from './progress.mjs';
import { root, run } from './run.mjs';

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lockfile */

/**
 * @param {string} path
 * @returns {Lockfile}
 */
function readLockfile(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

// npm writes this copy of the lockfile last, so it shows that the installation is complete.
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Whether a project's node_modules matches its lockfile.
 * @param {string} folder
 */
export function isInstalled(folder) {
  if (!existsSync(join(folder, INSTALLED))) return false;
  const wanted = Object.entries(readLockfile(join(folder, 'package-lock.json')).packages);
  const installed = readLockfile(join(folder, INSTALLED)).packages;
  return wanted.every(([path, { version, optional }]) => {
    const found = installed[path];
    return path === '' || (found ? found.version === version : optional === true);
  });
}

/** Installs the packages of the lockfile, unless they are there. */
export async function ensureInstalled() {
  if (!isInstalled(root)) await withProgress('Installing packages', install);
  unlinkPinnedNode(root, process);
  // Where the pinned Node is not needed, or the registry has none, npm's scripts run the machine's own.
  if (!existsSync(join(root, 'node_modules/.bin/node')) && !isNewEnough(process.version)) {
    throw new Error(TOO_OLD);
  }
}

/**
 * Takes the pinned Node off the path of npm's scripts, unless they need it: it runs this one, or the
 * machine's own is too old.
 * @param {string} folder
 * @param {{ execPath: string, version: string }} running
 */
export function unlinkPinnedNode(folder, { execPath, version }) {
  if (execPath.startsWith(join(folder, 'node_modules')) || !isNewEnough(version)) return;
  rmSync(join(folder, 'node_modules/.bin/node'), { force: true });
}

/** What an installation needs, whatever is set in the environment; `.npmrc` outweighs a user's own file only. */
export const INSTALL_FLAGS = [
  '--package-lock',
  '--bin-links',
  '--ignore-scripts',
  '--no-engine-strict',
  '--include=dev',
  '--include=optional',
];

async function install() {
  const mark = clearUnfinished(root);
  // Not `npm ci`, which first removes all packages, even from under a running server. The versions
  // are the lockfile's in any case.
  const quietly = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  try {
    await run('npm', ['install', '--no-save', ...INSTALL_FLAGS, ...quietly]);
  } catch (error) {
    // If npm itself failed, for example without a network, it has restored the former packages.
    if (mark !== undefined) writeFileSync(join(root, INSTALLED), mark);
    throw error;
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
