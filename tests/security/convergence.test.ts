import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { followThroughCuts } from '#tests/faults/trials/convergence.ts';

test('readers whose connections are cut all the time end equal to the database', async () => {
  const { different, accepted, cuts } = await followThroughCuts(startTrial('cuts'), {
    dataFolder: temporaryFolder(),
    readers: 5,
    duration: 5_000,
    restarts: 0,
    timeout: 20_000,
  });
  expect(different).toEqual([]);
  expect(Math.min(cuts, ...Object.values(accepted))).toBeGreaterThan(0);
});
