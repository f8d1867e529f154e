import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { createBoardProcess } from './support/board-process.ts';
import { compareStored } from './support/stored.ts';
import { amountOf } from './support/trial.ts';
import { crashInStorms } from './support/writers.ts';

test('a server killed again and again while writing has every acknowledged thought, once', async () => {
  const dataFolder = temporaryFolder();
  const differences = await crashInStorms({
    name: 'kills',
    rounds: amountOf('KILLS', 200),
    largestStorm: 40,
    board: await createBoardProcess({ dataFolder }),
    compare: (written) => compareStored(dataFolder, written),
  });
  expect(differences).toEqual([]);
});
