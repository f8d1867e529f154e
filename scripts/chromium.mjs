import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The Chromium of this machine, or undefined where only Playwright's own can be used. */
export function findChromium() {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined) return chosen;
  return SYSTEM_PATHS.find((path) => existsSync(path));
}

/** Gets a Chromium, unless there is one: from Debian where that is possible, else Playwright's. */
export async function ensureChromium() {
  if (findChromium() !== undefined) return;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return;
  console.log('Getting a browser …');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['-qq', 'update']);
    await run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'chromium'], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
    return;
  }
  await run('playwright', ['install', 'chromium']);
}
