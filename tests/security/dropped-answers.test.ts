import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { addThroughDrops } from '#tests/faults/trials/dropped-answers.ts';

test('a hundred adds whose answers are dropped are stored once each', async () => {
  const outcome = await addThroughDrops(startTrial('dropped answers'), {
    dataFolder: temporaryFolder(),
    adds: 100,
  });
  expect(outcome).toMatchObject({ refused: [], missing: [], doubled: [] });
  expect(outcome.tries).toBeGreaterThan(200);
});
