import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { findPostgres, mayLeaveOutPostgres } from './scripts/machine.ts';

const IN_BROWSER = ['**/*.browser.test.ts'];

/** What takes a PostgreSQL. */
const OF_POSTGRES = [
  'src/server/database/postgres/**/*.test.ts',
  'src/server/operator/transfer.test.ts',
  'tests/postgres/**/*.test.ts',
];

/** What is different over PostgreSQL: these tests of SQLite run again with it. */
const AGAIN_WITH_POSTGRES = [
  'src/server/database/database.test.ts',
  'src/server/{auth,thoughts}/*-store.test.ts',
  'src/server/thoughts/{change-log,newest-page}.test.ts',
  'src/server/auth/purge-hourly.test.ts',
  'src/server/live/change-feed.test.ts',
];

/** Trials of which `npm test` runs a short form; the nightly run takes all, long, in the project `trials`. */
const SHORT_TRIALS = 'tests/faults/{kills,dropped-answers,convergence}.faults.ts';
const SHORT = { KILLS: '3', ADDS: '60', READERS: '5', SECONDS: '3' };

/** What starts processes, and takes seconds for each: `npm run check` leaves it to `npm test`. */
const WITH_PROCESSES = [
  'src/server/main.test.ts',
  'src/server/database/sqlite/backup.test.ts',
  'src/server/operator/people.test.ts',
  'tests/start.test.ts',
  'tests/firebase/transfer.test.ts',
  'tests/security/{bad-machine,data-folder}.test.ts',
  SHORT_TRIALS,
];

const isLeftOut = findPostgres() === undefined && mayLeaveOutPostgres();

export default defineConfig({
  test: {
    setupFiles: ['tests/setup/patience.ts', 'tests/setup/quiet-console.ts'],
    // Generous: a limit here is for what hangs, not for what is slow on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // What tests read without importing it: a change of these concerns all.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/*.sql', '{deploy,firebase}/**'],
    // Half of them wait for a disk, a process or another thread: by itself Vitest leaves a core idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{scripts,src,tests,tools}/**/*.test.ts'],
          exclude: [...IN_BROWSER, ...OF_POSTGRES, ...WITH_PROCESSES],
        },
      },
      { extends: true, test: { name: 'processes', include: WITH_PROCESSES, env: SHORT } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: isLeftOut ? [] : [...OF_POSTGRES, ...AGAIN_WITH_POSTGRES],
          globalSetup: ['tests/postgres/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['src/client/**/*.test.tsx'],
          environment: 'jsdom',
          // Each file has a page of its own; what is imported is read once, in half the time.
          isolate: false,
        },
      },
      // These start Chromium themselves.
      { extends: true, test: { name: 'browser', include: IN_BROWSER } },
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
