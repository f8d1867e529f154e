import { expect, test } from 'vitest';
import { startTrial } from '#tests/faults/support/trial.ts';
import { restartUnderCrowd } from '#tests/faults/trials/returning-crowd.ts';

test('two hundred readers are back after a restart, and none meets an error', async () => {
  const returned = await restartUnderCrowd(startTrial('returning crowd'), {
    readers: 200,
    limit: 30_000,
  });
  expect(returned).toMatchObject({ never: 0, failures: 0 });
}, 120_000);
