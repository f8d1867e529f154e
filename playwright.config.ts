import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, devices, firefox, webkit } from '@playwright/test';
import { findChromium, hasChromium } from './scripts/machine.ts';
import { SYSTEM_FIREFOX } from '#tests/engines/firefox-media.ts';
import type { BoardOptions } from '#tests/e2e/fixtures.ts';

/** Far from UTC and half an hour off, so that a mixed-up zone shows. */
const ZONE = 'Asia/Kolkata';

const executablePath = findChromium();

// These arguments keep Chromium from calling home, and let it run as root and without a graphics card.
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

// The tests use Playwright's own builds where they could be downloaded, else the machine's.
const FIREFOX = existsSync(firefox.executablePath())
  ? { use: devices['Desktop Firefox'] }
  : {
      // Left out is also what only Playwright's own build of Firefox can do.
      grepInvert: /@chromium|@finger|@not-system-firefox/u,
      use: {
        ...devices['Desktop Firefox'],
        channel: SYSTEM_FIREFOX,
        launchOptions: {
          executablePath: join(import.meta.dirname, 'tests/engines/firefox-bridge.mjs'),
        },
      },
    };

const WEBKIT = existsSync(webkit.executablePath())
  ? { use: devices['Desktop Safari'] }
  : {
      // Left out is also what only Playwright's own build of WebKit can do.
      grepInvert: /@chromium|@finger|@not-system-webkit/u,
      use: {
        ...devices['Desktop Safari'],
        launchOptions: {
          executablePath: join(import.meta.dirname, 'tests/engines/webkit-bridge.ts'),
          env: { ...process.env, TZ: ZONE },
        },
      },
    };

// Tests of what only the board on Firebase has.
const FIREBASE_ONLY = '**/firebase/**';
// The tests left out use what only Chromium or its driver supports: each says what.
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
    timezoneId: ZONE,
    locale: 'en-US',
  },
  // Each test runs in one of these two projects: `npm test`.
  projects: [
    ...((await hasChromium())
      ? [
          { name: 'chromium', testIgnore: FIREBASE_ONLY, grepInvert: /@finger/u, use: CHROMIUM },
          { name: 'touch', testIgnore: FIREBASE_ONLY, grep: /@finger|@touch/u, use: TOUCH },
          { name: 'firebase', grep: /@firebase|firebase\//u, use: FIREBASE },
        ]
      : [
          // One test stands for all that need a browser.
          { name: 'chromium', testMatch: 'without-chromium.ts' },
          { name: 'touch', testMatch: [] },
          { name: 'firebase', testMatch: [] },
        ]),
    // The following projects are for the nightly run.
    // Left out is what a finger can't do: hover, or drag a press away.
    { name: 'all-touch', testIgnore: FIREBASE_ONLY, grepInvert: /@mouse/u, use: TOUCH },
    // Left out are tests of our own server's requests.
    { name: 'all-firebase', grepInvert: /@self-hosted|@finger/u, use: FIREBASE },
    { name: 'all-firefox', ...IN_ANOTHER_ENGINE, ...FIREFOX },
    { name: 'all-webkit', ...IN_ANOTHER_ENGINE, ...WEBKIT },
    // Takes pictures of the running product, with the browser and server of the tests.
    { name: 'gallery', testDir: 'tests/gallery', testMatch: 'take-*.ts', use: CHROMIUM },
  ],
});
