import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { ADA, createBoardProcess } from './support/board-process.ts';
import { crashInStorms } from './support/crash-in-storms.ts';
import { NO_FAULTY_MACHINE, prepareFaultyMachine } from './support/machine-faults.ts';
import { playPowerCut } from './support/power-cut.ts';
import { compareStored } from './support/stored-thoughts.ts';
import { amountOf } from './support/trial.ts';

test('through power cuts every acknowledged thought is there, once', async (context) => {
  const folder = temporaryFolder();
  const machine = prepareFaultyMachine(folder);
  if (machine === null) return context.skip(NO_FAULTY_MACHINE);
  const [dataFolder, former] = [join(folder, 'data'), join(folder, 'former')];
  const first = await createBoardProcess({ dataFolder });
  await first.start();
  await first.end('SIGTERM');
  const board = await createBoardProcess({ dataFolder, env: machine.env });
  let writer: Visitor | undefined;
  const differences = await crashInStorms({
    name: 'power cuts',
    rounds: amountOf('CUTS', 100),
    largestStorm: 200,
    start: async () => {
      cpSync(dataFolder, former, { recursive: true });
      machine.clearRecord();
      await board.start();
      // The session was synced as well, so it outlives each cut.
      return (writer ??= await signIn(board.origin, ADA));
    },
    crash: () => board.end('SIGKILL'),
    compare: (written, random) => {
      playPowerCut(former, machine.record, random);
      rmSync(dataFolder, { recursive: true });
      renameSync(former, dataFolder);
      return compareStored(dataFolder, written);
    },
  });
  expect(differences).toEqual([]);
});
