import { existsSync } from 'node:fs';
import { exitCodeOf, run } from './run.mjs';

/** Whether packages of Debian can be installed here. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Asks which packages there are. */
export async function updatePackages() {
  await run('apt-get', ['-qq', 'update']);
}

/**
 * Whether Debian had these packages and they are installed now.
 * @param {readonly string[]} names
 */
export async function installPackages(names) {
  const args = ['-qq', 'install', '-y', '--no-install-recommends', ...names];
  return (await exitCodeOf('apt-get', args, { DEBIAN_FRONTEND: 'noninteractive' })) === 0;
}

/** Gets the proxies that `deploy` has files for, where that is possible; their trial says what is missing. */
export async function ensureProxies() {
  if (!canInstallPackages()) return;
  await updatePackages();
  await installPackages(['nginx-light', 'caddy', 'openssl']);
}
