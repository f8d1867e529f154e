import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackages, updatePackages } from './debian.mjs';
import { withProgress } from './progress.mjs';

/** Where Debian keeps the programs of each version, out of the search path. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';
/** The first version that can sort a whole cluster by ICU, as the tests do. */
const OLDEST = 15;
/** Where Debian reads settings for the cluster that it creates with PostgreSQL. */
const DEBIAN_SETTINGS = '/etc/postgresql-common/createcluster.d';
const OWN_SETTINGS = join(DEBIAN_SETTINGS, 'thought-cloud.conf');

/**
 * The folder of this machine's PostgreSQL programs, or undefined if none is installed. Programs in
 * the search path report themselves if they are too old.
 */
export function findPostgres() {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  const folders = [
    ...versions
      .filter((version) => Number(version) >= OLDEST)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(DEBIAN_FOLDER, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/** Whether the tests of PostgreSQL may be skipped if it is not installed. */
export function mayLeaveOutPostgres() {
  return process.env['WITHOUT_POSTGRES'] === '1';
}

/** Installs PostgreSQL from Debian, unless it is installed or may be skipped. */
export async function ensurePostgres() {
  if (findPostgres() !== undefined || mayLeaveOutPostgres()) return;
  if (canInstallPackages()) {
    await withProgress('Getting PostgreSQL', async () => {
      await updatePackages();
      await withoutServers(() => installPackages(['postgresql']));
    });
  }
  if (findPostgres() !== undefined) return;
  throw new Error(
    `PostgreSQL ${OLDEST} or newer can't be installed here. WITHOUT_POSTGRES=1 leaves out the tests that need it.`,
  );
}

/**
 * Installs without the server that Debian would start, which nobody needs; later installations are
 * not affected.
 * @param {() => Promise<unknown>} install
 */
async function withoutServers(install) {
  mkdirSync(DEBIAN_SETTINGS, { recursive: true });
  writeFileSync(OWN_SETTINGS, 'create_main_cluster = false\n');
  try {
    await install();
  } finally {
    rmSync(OWN_SETTINGS);
    if (readdirSync(DEBIAN_SETTINGS).length === 0) rmdirSync(DEBIAN_SETTINGS);
  }
}
