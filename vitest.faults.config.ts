import { defineConfig } from 'vitest/config';
import { CountReporter, REPORT_FILE } from './scripts/vitest-count.mjs';

const reportFile = process.env[REPORT_FILE];

export default defineConfig({
  test: {
    reporters: ['default', ...(reportFile === undefined ? [] : [new CountReporter(reportFile)])],
    include: ['tests/faults/**/*.faults.ts'],
    setupFiles: ['tests/setup/patience.ts', 'tests/setup/quiet-console.ts'],
    // Each of them needs the whole machine.
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
