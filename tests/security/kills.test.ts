import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { killWhileWriting } from '#tests/faults/trials/kills.ts';

test('a server killed three times while writing has every acknowledged thought, once', async () => {
  const outcome = await killWhileWriting(startTrial('kill -9'), {
    dataFolder: temporaryFolder(),
    kills: 3,
  });
  expect(outcome).toMatchObject({ different: [] });
  expect(outcome.acknowledged).toBeGreaterThan(0);
});
