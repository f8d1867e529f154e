import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, devices, firefox, webkit } from '@playwright/test';
import { findChromium, findFirefox } from './scripts/machine.ts';
import type { BoardOptions } from '#tests/e2e/fixtures.ts';

const executablePath = findChromium();

// These keep Chromium from calling home, and let it run as root and without a graphics card.
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const CHROMIUM = {
  ...devices['Desktop Chrome'],
  launchOptions: { args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) },
};
const TOUCH = { ...CHROMIUM, hasTouch: true };
const FIREBASE = { ...CHROMIUM, backend: 'firebase' } as const;

// By Playwright's own builds where they could be fetched, else by the machine's.
const FIREFOX = existsSync(firefox.executablePath())
  ? devices['Desktop Firefox']
  : {
      ...devices['Desktop Firefox'],
      channel: 'moz-firefox',
      launchOptions: {
        executablePath: join(import.meta.dirname, 'tests/engines/firefox-bridge.mjs'),
        env: { ...process.env, FIREFOX_PATH: findFirefox() },
      },
    };

// What only the board on Firebase has.
const FIREBASE_ONLY = '**/firebase/**';
// These take what only Chromium can be told to do: touch, wishes about motion and colours, crashes.
const IN_ANOTHER_ENGINE = { testIgnore: FIREBASE_ONLY, grepInvert: /@chromium|@finger/u };

export default defineConfig<BoardOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  reporter: 'list',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Half an hour off the full hour and far from UTC: a mixed-up zone shows.
    timezoneId: 'Asia/Kolkata',
    locale: 'en-US',
  },
  // Each test here or there: `npm test`.
  projects: [
    { name: 'chromium', testIgnore: FIREBASE_ONLY, grepInvert: /@finger/u, use: CHROMIUM },
    { name: 'touch', testIgnore: FIREBASE_ONLY, grep: /@finger|@touch/u, use: TOUCH },
    { name: 'firebase', grep: /@firebase|firebase\//u, use: FIREBASE },
    // What takes long, and what every change can do without: the nightly run.
    // What a finger cannot do: rest over something, drag a press away.
    { name: 'all-touch', testIgnore: FIREBASE_ONLY, grepInvert: /@mouse/u, use: TOUCH },
    // Looks do not depend on the backend; the rest speaks of our server's own requests.
    {
      name: 'all-firebase',
      testIgnore: '**/look.spec.ts',
      grepInvert: /@self-hosted|@finger/u,
      use: FIREBASE,
    },
    { name: 'all-firefox', ...IN_ANOTHER_ENGINE, use: FIREFOX },
    existsSync(webkit.executablePath())
      ? { name: 'all-webkit', ...IN_ANOTHER_ENGINE, use: devices['Desktop Safari'] }
      : // Playwright can't drive the machine's WebKit, WebDriver can: it has tests of its own.
        { name: 'all-webkit', testDir: 'tests/engines', testMatch: 'webkit.spec.ts' },
    // Pictures of the running product, by the same browser and server as the tests.
    { name: 'gallery', testDir: 'tests/gallery', testMatch: 'take-shots.ts', use: CHROMIUM },
  ],
});
