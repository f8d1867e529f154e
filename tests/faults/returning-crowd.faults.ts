import { expect, test } from 'vitest';
import { requireDescriptors } from '#bench/sides.ts';
import { skipWithoutProc } from '#tests/faults/support/board-process.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { restartUnderCrowd } from '#tests/faults/trials/returning-crowd.ts';

/** Milliseconds. */
const HALF_A_MINUTE = 30_000;

test('ten thousand readers are back within half a minute of a restart', async (context) => {
  skipWithoutProc(context);
  const readers = amountOf('CROWD', 10_000);
  requireDescriptors(readers);
  const returned = await restartUnderCrowd(startTrial('returning crowd'), {
    readers,
    limit: 2 * HALF_A_MINUTE,
  });
  expect(returned).toMatchObject({ never: 0, failures: 0 });
  expect(returned.seconds * 1_000).toBeLessThan(HALF_A_MINUTE);
});
