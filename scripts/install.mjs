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

// npm writes this copy of the lockfile last, so it shows what is wholly installed.
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Whether a project's node_modules holds what its lockfile asks for.
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
  // Where that is new enough, or the registry has none for it, the machine's own is what npm's scripts run.
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

async function install() {
  const mark = clearUnfinished(root);
  // Not `npm ci`: it takes all packages away first, also from under a server that runs. The versions
  // are the lockfile's all the same.
  const quietly = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  try {
    await run('npm', ['install', '--no-save', '--include=dev', ...quietly]);
  } catch (error) {
    // Where npm itself gave up, without a network say, it has put back what was there.
    if (mark !== undefined) writeFileSync(join(root, INSTALLED), mark);
    throw error;
  }
}

/**
 * Takes away packages of an install that was killed, and lets one that is killed from here on be
 * known: npm takes a package for whole that has its package.json, whatever else it lacks. Gives the
 * mark of the install that is there.
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
  // Not the folder itself: it may be a volume of a container.
  for (const name of readdirSync(packages)) rmSync(join(packages, name), { recursive: true });
  return undefined;
}
