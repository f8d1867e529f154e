import { expect, test } from 'vitest';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/test-board.ts';
import { ADA, createBoardProcess } from './support/board-process.ts';
import { crashInStorms } from './support/writers.ts';
import { compareStored } from './support/stored.ts';
import { amountOf } from './support/trial.ts';

test('a server killed again and again while writing has every acknowledged thought, once', async () => {
  const dataFolder = temporaryFolder();
  const board = await createBoardProcess({ dataFolder });
  let writer: Visitor | undefined;
  const differences = await crashInStorms({
    name: 'kills',
    rounds: amountOf('KILLS', 200),
    largestStorm: 40,
    start: async () => {
      await board.start();
      // The session outlives each kill: it is on disk as well.
      return (writer ??= await signIn(board.origin, ADA));
    },
    crash: () => board.end('SIGKILL'),
    compare: (written) => compareStored(dataFolder, written),
  });
  expect(differences).toEqual([]);
});
