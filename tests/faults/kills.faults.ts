import { expect, test } from 'vitest';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess } from './support/board-process.ts';
import { compareStored } from './support/compare-stored.ts';
import { crashInStorms } from './support/crash-in-storms.ts';
import { amountOf } from './support/trial.ts';

test('a server killed again and again while writing has every acknowledged thought, once', async () => {
  const dataFolder = temporaryFolder();
  const board = await createBoardProcess({ dataFolder });
  let writer: Visitor | undefined;
  const different = await crashInStorms({
    name: 'kills',
    rounds: amountOf('KILLS', 200),
    largestStorm: 40,
    start: async () => {
      await board.start();
      // The session outlives each kill: it is on disk as well.
      writer ??= await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
      return [writer];
    },
    crash: () => board.end('SIGKILL'),
    compare: (written) => compareStored(dataFolder, written),
  });
  expect(different).toEqual([]);
});
