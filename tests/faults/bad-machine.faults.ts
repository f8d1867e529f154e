import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startOnBadMachine } from '#tests/faults/support/bad-machine-board.ts';
import { compareStored } from '#tests/faults/support/compare-stored.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { serveOnBadMachine } from '#tests/faults/trials/bad-machine.ts';

test('through a hundred faults of disk and clock reading goes on, and nothing is lost', async (context) => {
  const served = await startOnBadMachine();
  if (served === null) return context.skip('A faulty machine takes Linux and a C compiler.');
  const { board, dataFolder, logFile } = served;
  const rounds = amountOf('FAULTS', 120);
  const outcome = await serveOnBadMachine(startTrial('bad machine'), { ...served, rounds });
  await board.end('SIGTERM');
  expect(outcome.failures).toEqual([]);
  expect(compareStored(dataFolder, outcome)).toBeNull();
  expect(readFileSync(logFile, 'utf8')).toContain('database or disk is full');
});
