import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { prepareFaultyMachine } from '#tests/faults/support/machine-faults.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { killWhileMigrating } from '#tests/faults/trials/migrations.ts';

test('killed here and there, a migration leaves an old schema or the new one', () => {
  const folder = temporaryFolder();
  const machine = prepareFaultyMachine(folder);
  const outcome = killWhileMigrating(startTrial('migrations'), { folder, stride: 29, machine });
  expect(outcome.between).toEqual([]);
  expect(outcome.kills).toBeGreaterThan(0);
}, 120_000);
