import { defineConfig } from 'vitest/config';
import { CountReporter, REPORT_FILE } from './scripts/vitest-count.mjs';
import { findPostgres, mayLeaveOutPostgres } from './scripts/postgres.mjs';

const IN_BROWSER = ['**/*.browser.test.ts'];

/** What asks the database: these tests run again with PostgreSQL. */
const WITH_DATABASE = [
  'src/server/{auth,live,people,thoughts}/**/*.test.ts',
  'src/server/{app,http/bad-input,http/health-route}.test.ts',
  'src/client/backend/http/http.test.ts',
  'tests/server-access.test.ts',
  'tests/security/{audit-log,bad-requests,clock,cross-site,exact-limits,headers,late-copies,secrets,session-cookie}.test.ts',
];

const reportFile = process.env[REPORT_FILE];

const isLeftOut = findPostgres() === undefined && mayLeaveOutPostgres();

export default defineConfig({
  test: {
    reporters: ['default', ...(reportFile === undefined ? [] : [new CountReporter(reportFile)])],
    setupFiles: ['tests/setup/patience.ts', 'tests/setup/quiet-console.ts'],
    // Generous: a limit here is for what hangs, not for what is slow on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // As end to end: where nobody watches, what failed has a second try, and is told of as flaky.
    retry: process.env['CI'] === undefined ? 0 : 1,
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
        test: {
          name: 'postgres',
          include: isLeftOut ? [] : WITH_DATABASE,
          globalSetup: ['tests/postgres/global-setup.ts'],
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
