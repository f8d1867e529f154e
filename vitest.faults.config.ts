import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/faults/**/*.faults.ts'],
    setupFiles: ['tests/setup/quiet-console.ts'],
    // Each of them needs the whole machine.
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
