import { expect, test } from 'vitest';
import { PRODUCT, returnAfterRestart } from '#bench/parts/return.ts';
import { skipWithoutProc } from './support/board-process.ts';
import { amountOf, startTrial } from './support/trial.ts';

test('a crowd of readers is back within half a minute of a restart', async (context) => {
  skipWithoutProc(context);
  const { report } = startTrial('returning crowd');
  const readers = amountOf('CROWD', 10_000);
  const returned = await returnAfterRestart(PRODUCT, readers);
  const { away, never, serverErrors, failures } = returned;
  const seconds = returned.seconds - away;
  report(
    `${readers} readers were back ${seconds.toFixed(1)} s after a server that was away for ` +
      `${away.toFixed(1)} s, ${never} never; ${serverErrors} answers of 5xx, ${failures} of them not 503 with a time`,
  );
  expect([never, failures]).toEqual([0, 0]);
  expect(seconds).toBeLessThan(30);
});
