import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { createBoardProcess } from '#tests/faults/support/board-process.ts';
import { pause } from '#tests/faults/support/pause.ts';
import { compareStored, type StoredDifference } from '#tests/faults/support/compare-stored.ts';
import { startStorm, type Written } from '#tests/faults/support/write-storm.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface KillsOutcome {
  acknowledged: number;
  /** How the folder differed from what was acknowledged, after each kill where it did. */
  different: StoredDifference[];
}

export interface KillsOptions {
  dataFolder: string;
  kills: number;
}

/** Most acknowledgements in a storm before its kill. */
const LARGEST_STORM = 40;
/** Longest wait, in ms, after the last of them: the kill falls into any step of a commit. */
const LONGEST_WAIT = 10;

/** Kills the server at random points of a write storm, again and again over one data folder. */
export async function killWhileWriting(
  { random, progress, report }: Trial,
  { dataFolder, kills }: KillsOptions,
): Promise<KillsOutcome> {
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
    await storm.reaches(acknowledged.size + random.below(LARGEST_STORM));
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
  return { acknowledged: acknowledged.size, different };
}
