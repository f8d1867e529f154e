import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, devices, firefox, webkit } from '@playwright/test';
import endToEnd from './playwright.config.ts';
import { findFirefox } from './scripts/engines.mjs';

const BRIDGE = join(import.meta.dirname, 'tests/engines/firefox-bridge.mjs');

// By Playwright's own builds where they could be fetched, else by the machine's.
const SYSTEM_FIREFOX = {
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: BRIDGE,
    env: { ...process.env, FIREFOX_PATH: findFirefox() },
  },
};

const SELF_HOSTED = {
  testIgnore: ['**/firebase/**', '**/after/**'],
  // These take what only Chromium can be told to do: touch, wishes about motion and colours, crashes.
  grepInvert: /@chromium/u,
};

// The same end-to-end tests in other engines. It takes long, and so is a command of its own.
export default defineConfig({
  ...endToEnd,
  outputDir: 'test-results/engines',
  reporter: [['list'], ['json', { outputFile: 'test-results/engines.json' }]],
  projects: [
    {
      name: 'firefox',
      ...SELF_HOSTED,
      use: {
        ...devices['Desktop Firefox'],
        ...(existsSync(firefox.executablePath()) ? {} : SYSTEM_FIREFOX),
      },
    },
    existsSync(webkit.executablePath())
      ? { name: 'webkit', ...SELF_HOSTED, use: devices['Desktop Safari'] }
      : // Playwright can't drive the machine's WebKit, WebDriver can: it has tests of its own.
        { name: 'webkit', testDir: 'tests/engines', testMatch: 'webkit.spec.ts' },
  ],
});
