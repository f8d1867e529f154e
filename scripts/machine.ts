import { spawnSync } from 'node:child_process';
// By name, what an old Node lacks could not be imported to say so.
import fs from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { isNewEnough, TOO_OLD } from '#bin/node-version.mjs';
import { LOCK } from './install.mjs';
import { workAlone } from './lock.mjs';
import { run, withProgress } from './run.mjs';

// Vitest and Playwright load this file with their settings: started without npm's scripts, they run by any Node.
if (!isNewEnough(process.version)) {
  console.error(`${TOO_OLD} \`npm run test:unit\` and \`npm run test:e2e\` bring one.`);
  process.exit(1);
}

/**
 * Where Debian keeps PostgreSQL's programs, outside the search path; 15 is the first version that can sort a
 * whole cluster by ICU, as the tests do.
 */
const POSTGRES_FOLDERS = '/usr/lib/postgresql/{1[5-9],[2-9]?}/bin';
/** Where Debian reads a setting for the cluster that it creates, and starts, with PostgreSQL. */
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.d/thought-cloud.conf';
/** The headless Chromium comes first, as it needs less processor time. */
const CHROMIUMS =
  'chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable'.split(' ');

const SEARCH_PATH = (process.env['PATH'] ?? '').split(delimiter);

/** This machine's Chromium, or undefined if only Playwright's own can be used. */
export function findChromium(): string | undefined {
  const places = CHROMIUMS.flatMap((name) => SEARCH_PATH.map((folder) => join(folder, name)));
  return process.env['CHROMIUM_PATH'] ?? places.find((place) => fs.existsSync(place));
}

/**
 * The folder of this machine's PostgreSQL programs, or undefined if none is installed. Programs in
 * the search path report themselves if they are too old.
 */
export function findPostgres(): string | undefined {
  const newestFirst = fs.globSync(POSTGRES_FOLDERS).toSorted().toReversed();
  return [...newestFirst, ...SEARCH_PATH].find((folder) =>
    ['initdb', 'postgres'].every((name) => fs.existsSync(join(folder, name))),
  );
}

/** Whether the tests of PostgreSQL may be skipped if it is not installed. */
export const mayLeaveOutPostgres = process.env['WITHOUT_POSTGRES'] === '1';

export const NO_POSTGRES =
  'no PostgreSQL 15 or newer; as root: apt-get install postgresql, or WITHOUT_POSTGRES=1 to leave it out';
export const NO_CHROMIUM = 'no browser; as root: apt-get install chromium, or CHROMIUM_PATH';
const NO_COMPILER =
  'no C compiler, without which tests of a bad disk are skipped; as root: apt-get install gcc libc6-dev';

/** Installs PostgreSQL, unless it is installed or may be skipped. */
async function ensurePostgres(): Promise<void> {
  if (findPostgres() !== undefined || mayLeaveOutPostgres) return;
  try {
    // Keeps Debian from starting a PostgreSQL that nobody needs.
    fs.mkdirSync(dirname(CLUSTER_SETTINGS), { recursive: true });
    fs.writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n');
    await installPackages('postgresql');
  } catch (cause) {
    throw new Error(NO_POSTGRES, { cause });
  } finally {
    fs.rmSync(CLUSTER_SETTINGS, { force: true });
  }
}

/** Whether a browser is there in which the tests can run. */
export async function hasChromium(): Promise<boolean> {
  const { chromium } = await import('@playwright/test');
  return fs.existsSync(findChromium() ?? chromium.executablePath());
}

/** As whom, also on which other kinds of machine, by which Node and in which browser the tests run. */
export async function describeRun(others: readonly string[]): Promise<string> {
  const { chromium } = await import('@playwright/test');
  const path = findChromium() ?? chromium.executablePath();
  const user = isRoot() ? 'root' : `user ${process.getuid?.()}`;
  const browser = (await hasChromium()) ? `in ${versionOf(path)}, ${path}` : 'without a browser';
  const node = `Node ${process.version.slice(1)}`;
  return `run as ${[user, ...others].join(' and ')}, by ${node}, ${browser}`;
}

/** Installs a Chromium if there is none: Debian's if possible, else Playwright's. */
export async function ensureChromium(): Promise<void> {
  if (await hasChromium()) return;
  try {
    await installPackages('chromium-headless-shell')
      .catch(() => installPackages('chromium'))
      .catch(() => run('playwright', ['install', 'chromium']));
  } catch (cause) {
    throw new Error(NO_CHROMIUM, { cause });
  }
}

/** Installs the C compiler with which a library is made that lets a disk go bad under a test. */
async function ensureCompiler(): Promise<void> {
  if (process.platform !== 'linux' || hasProgram('cc')) return;
  try {
    await installPackages('gcc', 'libc6-dev');
  } catch (cause) {
    throw new Error(NO_COMPILER, { cause });
  }
}

/** Whether this process may do everything. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function versionOf(program: string): string {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return stdout?.trim() || 'a browser that does not say its version';
}

function hasProgram(name: string): boolean {
  return SEARCH_PATH.some((folder) => fs.existsSync(join(folder, name)));
}

/** Installs packages of Debian; throws where they can't be installed. */
async function installPackages(...names: string[]): Promise<void> {
  if (!isRoot() || !hasProgram('apt-get')) {
    throw new Error('Only root can install packages, and only on Debian.');
  }
  const install = async () => {
    await run('apt-get', ['-qq', 'update']);
    const command = ['apt-get', '-qq', 'install', '-y', '--no-install-recommends', ...names];
    await run('env', ['DEBIAN_FRONTEND=noninteractive', ...command]);
  };
  await workAlone(LOCK, () => withProgress(`Installing ${names.join(', ')}`, install));
}

if (import.meta.main) {
  for (const ensure of [ensurePostgres, ensureChromium, ensureCompiler]) {
    await ensure().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
  }
}
