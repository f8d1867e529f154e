import { expect, test } from 'vitest';
import { skipWithoutProc } from '#tests/faults/support/board-process.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { fillStreams } from '#tests/faults/trials/stream-bound.ts';

test('beyond the bound of all streams one is refused for now, and everybody is served', async (context) => {
  skipWithoutProc(context);
  const { refused, reached, isPlaceFreeAgain } = await fillStreams(startTrial('streams'), 30);
  expect(new Set(refused.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 503, saysWhen: true })]),
  );
  expect(reached).toBe(30);
  expect(isPlaceFreeAgain).toBe(true);
});
