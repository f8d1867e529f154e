import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { findPostgres, hasChromium } from './scripts/machine.ts';

const IN_BROWSER = ['**/*.browser.test.ts'];

/** Tests that need a PostgreSQL. */
const OF_POSTGRES = [
  'src/server/database/postgres/**/*.test.ts',
  'src/server/operator/transfer.test.ts',
  'tests/postgres/**/*.test.ts',
];

/** Tests of SQLite that run again with PostgreSQL, which behaves differently there. */
const AGAIN_WITH_POSTGRES = [
  'src/client/backend/http/http.test.ts',
  'src/server/database/database.test.ts',
  'src/server/{auth,thoughts}/*-store.test.ts',
  'src/server/thoughts/{change-log,newest-page}.test.ts',
  'src/server/auth/purge-hourly.test.ts',
  'src/server/live/change-feed.test.ts',
  'src/server/operator/{export,people}.test.ts',
];

/** Trials of which `npm test` runs a short form; the nightly run takes all, long, in the project `trials`. */
const SHORT_TRIALS = 'tests/faults/{kills,convergence}.faults.ts';
const SHORT = { KILLS: '3', READERS: '5', SECONDS: '3' };

/** Tests that start processes, which takes seconds each: `npm run check` leaves them to `npm test`. */
const WITH_PROCESSES = [
  'src/server/main.test.ts',
  'src/server/database/sqlite/backup.test.ts',
  'src/server/operator/people.test.ts',
  'tests/silent-network.test.ts',
  'tests/start.test.ts',
  'tests/firebase/transfer.test.ts',
  'tests/security/bad-machine.test.ts',
  SHORT_TRIALS,
];

/** One test stands for those that need what is missing. */
const isLackingPostgres = findPostgres() === undefined;
const isLackingChromium = !(await hasChromium());

export default defineConfig({
  test: {
    setupFiles: ['tests/setup/every-test.ts'],
    // The limits are generous: they are for tests that hang, not for slow ones on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // Tests read these files without importing them, so a change concerns all tests.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/*.sql', '{deploy,firebase}/**'],
    // Half of the workers wait for a disk, a process or another thread, and Vitest would leave a core idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{bin,scripts,src,tests,tools}/**/*.test.ts'],
          exclude: [...IN_BROWSER, ...OF_POSTGRES, ...WITH_PROCESSES],
        },
      },
      { extends: true, test: { name: 'processes', include: WITH_PROCESSES, env: SHORT } },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...(isLackingPostgres
            ? { include: ['tests/setup/without-postgres.ts'] }
            : {
                include: [...OF_POSTGRES, ...AGAIN_WITH_POSTGRES],
                globalSetup: ['tests/postgres/postgres-server.ts'],
              }),
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['src/client/**/*.test.tsx'],
          environment: 'jsdom',
          // Each file has its own page anyway; imports are read only once, in half the time.
          isolate: false,
        },
      },
      // These tests start Chromium themselves.
      {
        extends: true,
        test: {
          name: 'browser',
          include: isLackingChromium ? ['tests/setup/without-chromium.ts'] : IN_BROWSER,
        },
      },
      {
        extends: true,
        test: {
          name: 'trials',
          include: ['tests/faults/**/*.faults.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 60_000,
          disableConsoleIntercept: true,
        },
      },
    ],
  },
});
