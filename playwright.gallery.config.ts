import { defineConfig } from '@playwright/test';
import endToEnd from './playwright.config.ts';

// The pictures are taken of the running product, by the same browser and server as the tests.
export default defineConfig({
  ...endToEnd,
  testDir: 'tests/gallery',
  testMatch: 'take-shots.ts',
  reporter: 'list',
  projects: (endToEnd.projects ?? []).slice(0, 1),
});
