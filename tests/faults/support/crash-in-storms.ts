import type { Visitor } from '#server/testing/sign-in.ts';
import type { StoredDifference } from './compare-stored.ts';
import { pause } from './pause.ts';
import { startTrial, type Random } from './trial.ts';
import { startStorm, type Written } from './write-storm.ts';

/** Longest wait, in ms, after the last acknowledgement: the crash falls into any step of a commit. */
const LONGEST_WAIT = 10;

export interface Crashes {
  name: string;
  rounds: number;
  /** Most acknowledgements in a storm before its crash. */
  largestStorm: number;
  /** Starts what a crash has ended; resolves with who writes. */
  start: () => Promise<readonly Visitor[]>;
  crash: (round: number, random: Random) => Promise<unknown>;
  /** Says how what is stored after a crash differs from what was written; null when it does not. */
  compare: (
    written: Written,
    random: Random,
  ) => StoredDifference | null | Promise<StoredDifference | null>;
}

/** Crashes again and again in the midst of writing; resolves with what was not as it should be. */
export async function crashInStorms(crashes: Crashes): Promise<StoredDifference[]> {
  const { name, rounds, largestStorm, start, crash, compare } = crashes;
  const { random, progress, report } = startTrial(name);
  const written: Written = { sent: new Set(), acknowledged: new Set() };
  const { acknowledged } = written;
  const different: StoredDifference[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const writers = await start();
    const stop = new AbortController();
    // One server alone is there or not, several also tell that their database is away.
    const signal = writers.length > 1 ? stop.signal : undefined;
    const storms = writers.map((writer) => startStorm(writer, written, signal));
    const count = acknowledged.size + 1 + random.below(largestStorm);
    await Promise.race(storms.map((storm) => storm.reaches(count)));
    await pause(random.below(LONGEST_WAIT));
    await crash(round, random);
    stop.abort();
    await Promise.all(storms.map(({ ended }) => ended));
    const found = await compare(written, random);
    if (found !== null) different.push(found);
    progress(() => `${round} of ${rounds}, ${acknowledged.size} thoughts acknowledged`);
  }
  report(
    `${rounds} times, ${acknowledged.size} thoughts acknowledged, ` +
      `${different.length} times something lost, doubled, strange, damaged or out of order`,
  );
  return different;
}
