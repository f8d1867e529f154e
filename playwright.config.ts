import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
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

const FIREBASE_ONLY = '**/firebase/**';
const AFTER = '**/after/**';

// Requests, markup and layout: they depend neither on the pointer nor on what older engines lack.
const SAME_ON_A_TABLET = [
  '**/accessibility.spec.ts',
  '**/cross-site.spec.ts',
  '**/enlarged-text.spec.ts',
  '**/script-injection.spec.ts',
  '**/secrets.spec.ts',
];

export default defineConfig<BoardOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  forbidOnly: process.env['CI'] !== undefined,
  retries: process.env['CI'] === undefined ? 0 : 1,
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Half an hour off the full hour and far from UTC: a mixed-up zone shows.
    timezoneId: 'Asia/Kolkata',
    locale: 'en-US',
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'chromium', testIgnore: [FIREBASE_ONLY, AFTER], use: CHROMIUM },
    {
      name: 'firebase',
      testIgnore: AFTER,
      // These speak of our server's own requests.
      grepInvert: /@self-hosted/u,
      use: { ...CHROMIUM, backend: 'firebase' },
    },
    {
      name: 'older-tablet',
      testIgnore: [FIREBASE_ONLY, AFTER, ...SAME_ON_A_TABLET],
      // What a finger cannot do: rest over something, drag a press away.
      grepInvert: /@mouse/u,
      use: { ...CHROMIUM, hasTouch: true, engine: 'older' },
    },
    { name: 'after', testMatch: AFTER, dependencies: ['chromium', 'firebase', 'older-tablet'] },
  ],
});
