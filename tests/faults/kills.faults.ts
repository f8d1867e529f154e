import { expect, test } from 'vitest';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess } from './support/board-process.ts';
import { compareStored, type StoredDifference } from './support/compare-stored.ts';
import { pause } from './support/pause.ts';
import { amountOf, startTrial } from './support/trial.ts';
import { startStorm, type Written } from './support/write-storm.ts';

/** Most acknowledgements in a storm before its kill. */
const LARGEST_STORM = 40;
/** Longest wait, in ms, after the last of them: the kill falls into any step of a commit. */
const LONGEST_WAIT = 10;

test('a server killed again and again while writing has every acknowledged thought, once', async () => {
  const { random, progress, report } = startTrial('kills');
  const kills = amountOf('KILLS', 200);
  const dataFolder = temporaryFolder();
  const board = await createBoardProcess({ dataFolder });
  const written: Written = { sent: new Set(), acknowledged: new Set() };
  const { acknowledged } = written;
  const different: StoredDifference[] = [];
  let writer: Visitor | undefined;
  for (let kill = 1; kill <= kills; kill += 1) {
    await board.start();
    // The session outlives each kill: it is on disk as well.
    writer ??= await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
    const storm = startStorm(writer, written);
    await storm.reaches(acknowledged.size + 1 + random.below(LARGEST_STORM));
    await pause(random.below(LONGEST_WAIT));
    await board.end('SIGKILL');
    await storm.ended;
    const found = compareStored(dataFolder, written);
    if (found !== null) different.push(found);
    progress(() => `${kill} of ${kills} kills, ${acknowledged.size} thoughts acknowledged`);
  }
  report(
    `${kills} kills, ${acknowledged.size} thoughts acknowledged, ` +
      `${different.length} times something lost, doubled, strange or damaged`,
  );
  expect(different).toEqual([]);
});
