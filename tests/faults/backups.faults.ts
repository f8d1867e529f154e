import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { backUpWhileWriting } from '#tests/faults/trials/backups.ts';

test('each backup made under load restores whole, with all that was acknowledged before it', async () => {
  const outcome = await backUpWhileWriting(startTrial('backups'), {
    folder: temporaryFolder(),
    backups: amountOf('BACKUPS', 50),
  });
  expect(outcome).toMatchObject({ different: [] });
});
