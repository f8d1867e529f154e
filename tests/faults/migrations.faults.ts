import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { prepareFaultyMachine } from '#tests/faults/support/machine-faults.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { killWhileMigrating } from '#tests/faults/trials/migrations.ts';

test('killed at any step or write, a migration leaves an old schema or the new one', () => {
  const folder = temporaryFolder();
  const machine = prepareFaultyMachine(folder);
  const outcome = killWhileMigrating(startTrial('migrations'), {
    folder,
    stride: amountOf('STRIDE', 1),
    machine,
  });
  expect(outcome.between).toEqual([]);
  expect(outcome.left.size).toBeGreaterThan(1);
});
