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

// What only the board on Firebase has.
const FIREBASE_ONLY = '**/firebase/**';

export default defineConfig<BoardOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
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
  projects: [
    {
      name: 'chromium',
      testIgnore: FIREBASE_ONLY,
      grepInvert: /@finger/u,
      use: CHROMIUM,
    },
    {
      name: 'touch',
      testIgnore: FIREBASE_ONLY,
      grep: /@finger|@touch/u,
      use: { ...CHROMIUM, hasTouch: true },
    },
    {
      name: 'firebase',
      grep: /@firebase|firebase\//u,
      use: { ...CHROMIUM, backend: 'firebase' },
    },
  ],
});
