import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { prepareFaultyMachine } from '#tests/faults/support/machine-faults.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { cutPowerWhileWriting } from '#tests/faults/trials/power-cuts.ts';

test('through two power cuts every acknowledged thought is there, once', async (context) => {
  const folder = temporaryFolder();
  const machine = prepareFaultyMachine(folder);
  if (machine === null) return context.skip('A faulty machine takes Linux and a C compiler.');
  const outcome = await cutPowerWhileWriting(startTrial('power cuts'), {
    folder,
    machine,
    cuts: 2,
  });
  expect(outcome).toMatchObject({ different: [] });
  expect(outcome.acknowledged).toBeGreaterThan(0);
}, 120_000);
