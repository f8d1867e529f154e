import { existsSync, globSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run, withProgress } from './run.mjs';

/** Where Debian keeps PostgreSQL's programs by version, outside the search path. */
const POSTGRES_FOLDER = '/usr/lib/postgresql';
/** The first version that can sort a whole cluster by ICU, as the tests do. */
const OLDEST_POSTGRES = 15;
/** Where Debian reads a setting for the cluster that it creates with PostgreSQL. */
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.d/thought-cloud.conf';

const SEARCH_PATH = (process.env['PATH'] ?? '').split(delimiter);

/** The first of these programs in the search path, or undefined. */
function find(...names: readonly string[]): string | undefined {
  const places = names.flatMap((name) => SEARCH_PATH.map((folder) => join(folder, name)));
  return places.find((place) => existsSync(place));
}

/** This machine's Chromium, or undefined if only Playwright's own can be used. */
export function findChromium(): string | undefined {
  // The headless Chromium comes first, as it needs less processor time.
  const chromiums = ['chromium-headless-shell', 'chromium', 'chromium-browser'];
  const found = find(...chromiums, 'google-chrome', 'google-chrome-stable');
  return process.env['CHROMIUM_PATH'] ?? found;
}

/** The Firefox of this machine, or undefined. */
export function findFirefox(): string | undefined {
  return process.env['FIREFOX_PATH'] ?? find('firefox-esr', 'firefox');
}

/** WebKit's driver and the small browser that comes with it, or undefined. */
export function findWebKit(): { driver: string; browser: string } | undefined {
  const driver = find('WebKitWebDriver');
  const browser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted().at(-1);
  return driver === undefined || browser === undefined ? undefined : { driver, browser };
}

/**
 * The folder of this machine's PostgreSQL programs, or undefined if none is installed. Programs in
 * the search path report themselves if they are too old.
 */
export function findPostgres(): string | undefined {
  const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER) : [];
  const folders = versions
    .filter((version) => Number(version) >= OLDEST_POSTGRES)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_FOLDER, version, 'bin'));
  return [...folders, ...SEARCH_PATH].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/** Whether the tests of PostgreSQL may be skipped if it is not installed. */
export function mayLeaveOutPostgres(): boolean {
  return process.env['WITHOUT_POSTGRES'] === '1';
}

/** Installs PostgreSQL, unless it is installed or may be skipped. */
async function ensurePostgres(): Promise<void> {
  if (findPostgres() !== undefined || mayLeaveOutPostgres()) return;
  await installPackages('postgresql').catch(() => {});
  if (findPostgres() !== undefined) return;
  throw new Error(
    `PostgreSQL ${OLDEST_POSTGRES} or newer can't be installed here. WITHOUT_POSTGRES=1 leaves out the tests that need it.`,
  );
}

/** Installs a Chromium if there is none: Debian's if possible, else Playwright's. */
export async function ensureChromium(): Promise<void> {
  if (findChromium() !== undefined) return;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return;
  await installPackages('chromium-headless-shell')
    .catch(() => installPackages('chromium'))
    .catch(() => run('playwright', ['install', 'chromium']));
}

/** Installs a missing Firefox or WebKit: Debian's if possible, else Playwright's. */
async function ensureOtherBrowsers(): Promise<void> {
  if (findFirefox() !== undefined && findWebKit() !== undefined) return;
  await installPackages('firefox-esr', 'webkit2gtk-driver', 'xvfb').catch(() =>
    run('playwright', ['install', 'firefox', 'webkit']),
  );
}

/** Installs the programs that `deploy` configures, if possible; their tests report missing ones. */
async function ensureProxies(): Promise<void> {
  const names = ['nginx-light', 'caddy', 'openssl', 'prometheus', 'systemd'];
  await installPackages(...names).catch(() => {});
}

/** Installs packages of Debian; throws where they can't be installed. */
async function installPackages(...names: readonly string[]): Promise<void> {
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!canInstall) throw new Error(`${names.join(', ')} can't be installed here.`);
  // Keeps Debian from starting a PostgreSQL that nobody needs.
  mkdirSync(dirname(CLUSTER_SETTINGS), { recursive: true });
  writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n');
  await withProgress(`Installing ${names.join(', ')}`, async () => {
    await run('apt-get', ['-qq', 'update']);
    const install = ['apt-get', '-qq', 'install', '-y', '--no-install-recommends', ...names];
    await run('env', ['DEBIAN_FRONTEND=noninteractive', ...install]);
  }).finally(() => rmSync(CLUSTER_SETTINGS));
}

const PROGRAMS: Record<string, () => Promise<void>> = {
  PostgreSQL: ensurePostgres,
  Chromium: ensureChromium,
  browsers: ensureOtherBrowsers,
  proxies: ensureProxies,
};

if (import.meta.main) {
  for (const name of process.argv.slice(2)) {
    await PROGRAMS[name]?.().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
  }
}
