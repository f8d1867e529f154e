import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run, withProgress } from './run.mjs';

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
  return process.env['CHROMIUM_PATH'] ?? places.find((place) => existsSync(place));
}

/**
 * The folder of this machine's PostgreSQL programs, or undefined if none is installed. Programs in
 * the search path report themselves if they are too old.
 */
export function findPostgres(): string | undefined {
  const newestFirst = globSync(POSTGRES_FOLDERS).toSorted().toReversed();
  return [...newestFirst, ...SEARCH_PATH].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/** Whether the tests of PostgreSQL may be skipped if it is not installed. */
export const mayLeaveOutPostgres = process.env['WITHOUT_POSTGRES'] === '1';

/** Installs PostgreSQL, unless it is installed or may be skipped. */
async function ensurePostgres(): Promise<void> {
  if (findPostgres() !== undefined || mayLeaveOutPostgres) return;
  try {
    // Keeps Debian from starting a PostgreSQL that nobody needs.
    mkdirSync(dirname(CLUSTER_SETTINGS), { recursive: true });
    writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n');
    await installPackage('postgresql');
  } catch (cause) {
    const hint = 'WITHOUT_POSTGRES=1 leaves out the tests that need it.';
    throw new Error(`PostgreSQL can't be installed here. ${hint}`, { cause });
  } finally {
    rmSync(CLUSTER_SETTINGS, { force: true });
  }
}

/** Installs a Chromium if there is none: Debian's if possible, else Playwright's. */
export async function ensureChromium(): Promise<void> {
  const { chromium } = await import('@playwright/test');
  if (existsSync(findChromium() ?? chromium.executablePath())) return;
  await installPackage('chromium-headless-shell')
    .catch(() => installPackage('chromium'))
    .catch(() => run('playwright', ['install', 'chromium']));
}

/** Installs a package of Debian; throws where it can't be installed. */
async function installPackage(name: string): Promise<void> {
  await withProgress(`Installing ${name}`, async () => {
    await run('apt-get', ['-qq', 'update']);
    const install = ['apt-get', '-qq', 'install', '-y', '--no-install-recommends', name];
    await run('env', ['DEBIAN_FRONTEND=noninteractive', ...install]);
  });
}

if (import.meta.main) {
  for (const ensure of [ensurePostgres, ensureChromium]) {
    await ensure().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
  }
}
