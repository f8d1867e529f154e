import { defineConfig } from 'vitest/config';

/** The tests that run once for each mutant: those beside what is changed, without processes of their own. */
export default defineConfig({
  test: {
    setupFiles: ['tests/setup/patience.ts', 'tests/setup/quiet-console.ts'],
    include: [
      'src/client/*.test.{ts,tsx}',
      'src/client/{live,pages,session,store,writing}/*.test.{ts,tsx}',
      'src/server/{auth,live}/*.test.ts',
      'tests/security/exact-limits.test.ts',
    ],
  },
});
