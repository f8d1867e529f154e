import { defineConfig } from 'vitest/config';

const IN_BROWSER = [
  '**/*.browser.test.ts',
  'tests/firebase/contract.test.ts',
  'tests/firebase/outages.test.ts',
];
const IN_JSDOM = ['src/client/**/*.dom.test.tsx'];

export default defineConfig({
  test: {
    setupFiles: ['tests/setup/quiet-console.ts'],
    // Generous: a limit here is for what hangs, not for what is slow on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['src/**/*.test.{ts,tsx}', '{scripts,tests}/**/*.test.ts'],
          exclude: [...IN_BROWSER, ...IN_JSDOM],
        },
      },
      { extends: true, test: { name: 'dom', include: IN_JSDOM, environment: 'jsdom' } },
      // These start Chromium themselves.
      { extends: true, test: { name: 'browser', include: IN_BROWSER } },
    ],
  },
});
