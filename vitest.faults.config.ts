import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/faults/**/*.faults.ts'],
    setupFiles: ['tests/setup/patience.ts', 'tests/setup/quiet-console.ts'],
    // Each of them needs the whole machine.
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
