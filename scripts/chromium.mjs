import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages, updatePackages } from './debian.mjs';
import { withProgress } from './progress.mjs';
import { run } from './run.mjs';

// The headless Chromium comes first: it does the same with less processor time.
const SYSTEM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** This machine's Chromium, or undefined if only Playwright's own can be used. */
export function findChromium() {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined) return chosen;
  return SYSTEM_PATHS.find((path) => existsSync(path));
}

/** Installs a Chromium if there is none: Debian's if possible, else Playwright's. */
export async function ensureChromium() {
  if (findChromium() !== undefined) return;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return;
  await withProgress('Getting a browser', installChromium);
}

async function installChromium() {
  if (canInstallPackages()) {
    await updatePackages();
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (await installPackages([name])) return;
    }
  }
  await run('playwright', ['install', 'chromium']);
}
