import { existsSync } from 'node:fs';
import { exitCodeOf, run } from './run.mjs';

/** Whether packages of Debian can be installed here. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Updates the list of packages. */
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

/** Installs the programs that `deploy` configures, if possible; their tests report missing ones. */
export async function ensureDeployTools() {
  if (!canInstallPackages()) return;
  await updatePackages();
  await installPackages(['nginx-light', 'caddy', 'openssl', 'prometheus', 'systemd']);
}
