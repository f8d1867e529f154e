import { defineConfig } from 'vitest/config';

const IN_BROWSER = ['**/*.browser.test.ts'];

export default defineConfig({
  test: {
    setupFiles: ['tests/setup/quiet-console.ts'],
    // Generous: a limit here is for what hangs, not for what is slow on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      // What decides who may do what, and what is kept. Processes and threads of their own do not count.
      include: ['src/server/{auth,live,thoughts}/**', 'src/client/{live,session,store,writing}/**'],
      reporter: ['text'],
      reportOnFailure: true,
      thresholds: { branches: 100 },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{scripts,src,tests}/**/*.test.ts'],
          exclude: IN_BROWSER,
        },
      },
      {
        extends: true,
        test: { name: 'dom', include: ['src/client/**/*.test.tsx'], environment: 'jsdom' },
      },
      // These start Chromium themselves.
      { extends: true, test: { name: 'browser', include: IN_BROWSER } },
    ],
  },
});
