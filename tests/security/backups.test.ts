import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { backUpWhileWriting } from '#tests/faults/trials/backups.ts';

test('backups of a board that serves restore whole', async () => {
  const outcome = await backUpWhileWriting(startTrial('backups'), {
    folder: temporaryFolder(),
    backups: 3,
  });
  expect(outcome).toMatchObject({ different: [] });
  expect(outcome.acknowledged).toBeGreaterThan(0);
}, 120_000);
