import { expect, test } from 'vitest';
import { requireDescriptors } from '#bench/sides.ts';
import { skipWithoutProc } from '#tests/faults/support/board-process.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { fillStreams } from '#tests/faults/trials/stream-bound.ts';

test('beyond the bound of all streams each is refused for now, and everybody is served', async (context) => {
  skipWithoutProc(context);
  const bound = amountOf('STREAM_BOUND', 10_000);
  requireDescriptors(bound);
  const { refused, reached, isPlaceFreeAgain } = await fillStreams(startTrial('streams'), bound);
  expect(refused.filter(({ status, saysWhen }) => status !== 503 || !saysWhen)).toEqual([]);
  expect(reached).toBe(bound);
  expect(isPlaceFreeAgain).toBe(true);
});
