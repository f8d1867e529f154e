import { existsSync, globSync } from 'node:fs';
import { canInstallPackages, installPackages, updatePackages } from './debian.mjs';
import { withProgress } from './progress.mjs';
import { run } from './run.mjs';

const FIREFOXES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

/** The Firefox of this machine, or undefined. */
export function findFirefox() {
  return process.env['FIREFOX_PATH'] ?? FIREFOXES.find((path) => existsSync(path));
}

/** WebKit's driver and the small browser that comes with it, or undefined where they are not. */
export function findWebKit() {
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4*/MiniBrowser');
  if (browser === undefined || !existsSync(WEBKIT_DRIVER)) return undefined;
  return { driver: WEBKIT_DRIVER, browser };
}

/** Gets a Firefox and a WebKit, unless they are there: from Debian where that is possible, else Playwright's. */
export async function ensureEngines() {
  if (findFirefox() !== undefined && findWebKit() !== undefined) return;
  await withProgress('Getting other browsers', async () => {
    if (!canInstallPackages()) return run('playwright', ['install', 'firefox', 'webkit']);
    await updatePackages();
    if (!(await installPackages(PACKAGES)))
      throw new Error(`Debian lacks one of ${PACKAGES.join(', ')}`);
  });
}
