import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { addThroughDrops } from '#tests/faults/trials/dropped-answers.ts';

test('adds whose answers are dropped before, during or after the commit are stored once', async () => {
  const outcome = await addThroughDrops(startTrial('dropped answers'), {
    dataFolder: temporaryFolder(),
    adds: amountOf('ADDS', 10_000),
  });
  expect(outcome).toMatchObject({ refused: [], missing: [], doubled: [] });
});
