import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { followThroughCuts } from '#tests/faults/trials/convergence.ts';

test('a hundred readers end equal to the database after minutes of cuts and two restarts', async () => {
  const { different } = await followThroughCuts(startTrial('cuts'), {
    dataFolder: temporaryFolder(),
    readers: amountOf('READERS', 100),
    duration: amountOf('SECONDS', 600) * 1_000,
    restarts: 2,
    timeout: 120_000,
  });
  expect(different).toEqual([]);
});
