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

// All of them, in `script-injection.spec.ts`.
process.env['PAYLOADS'] ??= '1000';

const [, touch, firebase] = endToEnd.projects ?? [];

const OTHER_ENGINE = {
  testIgnore: '**/firebase/**',
  // These take what only Chromium can be told to do: touch, wishes about motion and colours, crashes.
  grepInvert: /@chromium|@finger/u,
};

// What takes long, and what every change can do without: the rest of each project, and other engines.
export default defineConfig({
  ...endToEnd,
  outputDir: 'test-results/nightly',
  reporter: [['list'], ['json', { outputFile: 'test-results/nightly.json' }]],
  projects: [
    // What a finger cannot do: rest over something, drag a press away.
    { ...touch, grep: /.*/u, grepInvert: /@mouse/u },
    // Looks do not depend on the backend; the rest speaks of our server's own requests.
    {
      ...firebase,
      testIgnore: '**/look.spec.ts',
      grep: /.*/u,
      grepInvert: /@self-hosted|@finger/u,
    },
    {
      name: 'firefox',
      ...OTHER_ENGINE,
      use: {
        ...devices['Desktop Firefox'],
        ...(existsSync(firefox.executablePath()) ? {} : SYSTEM_FIREFOX),
      },
    },
    existsSync(webkit.executablePath())
      ? { name: 'webkit', ...OTHER_ENGINE, use: devices['Desktop Safari'] }
      : // Playwright can't drive the machine's WebKit, WebDriver can: it has tests of its own.
        { name: 'webkit', testDir: 'tests/engines', testMatch: 'webkit.spec.ts' },
  ],
});
