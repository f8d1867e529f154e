import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages, updatePackages } from './debian.mjs';
import { withProgress } from './progress.mjs';
import { run } from './run.mjs';

const FIREFOXES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
/** Where Debian keeps WebKit's small browser, by the machine and its version. */
const MINI_BROWSERS = ['x86_64', 'aarch64'].flatMap((machine) =>
  ['4.1', '4.0'].map(
    (version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
  ),
);
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

/** The Firefox of this machine, or undefined. */
export function findFirefox() {
  return process.env['FIREFOX_PATH'] ?? FIREFOXES.find((path) => existsSync(path));
}

/** WebKit's driver and the small browser that comes with it, or undefined. */
export function findWebKit() {
  const browser = MINI_BROWSERS.find((path) => existsSync(path));
  if (browser === undefined || !existsSync(WEBKIT_DRIVER)) return undefined;
  return { driver: WEBKIT_DRIVER, browser };
}

/** Installs a missing Firefox or WebKit: Debian's if possible, else Playwright's. */
export async function ensureEngines() {
  if (findFirefox() !== undefined && findWebKit() !== undefined) return;
  await withProgress('Getting other browsers', async () => {
    if (!canInstallPackages()) return run('playwright', ['install', 'firefox', 'webkit']);
    await updatePackages();
    if (!(await installPackages(PACKAGES)))
      throw new Error(`Debian lacks one of ${PACKAGES.join(', ')}`);
  });
}
