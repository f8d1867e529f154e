import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { killWhileWriting } from '#tests/faults/trials/kills.ts';

test('a server killed again and again while writing has every acknowledged thought, once', async () => {
  const outcome = await killWhileWriting(startTrial('kill -9'), {
    dataFolder: temporaryFolder(),
    kills: amountOf('KILLS', 500),
  });
  expect(outcome).toMatchObject({ different: [] });
});
