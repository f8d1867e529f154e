import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { createBoardProcess } from '#tests/faults/support/board-process.ts';
import { pause } from '#tests/faults/support/pause.ts';
import { checkIntegrity, readStoredThoughts } from '#tests/faults/support/stored-thoughts.ts';
import { startStorm } from '#tests/faults/support/write-storm.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

/** What became of the thoughts a killed server had acknowledged. */
export interface KillsOutcome {
  acknowledged: number;
  /** Acknowledged, and not there after a kill. */
  lost: string[];
  /** Stored more than once. */
  doubled: string[];
  /** What the integrity checks found, `ok` left out. */
  damage: string[];
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
  const acknowledged = new Set<string>();
  const outcome: KillsOutcome = { acknowledged: 0, lost: [], doubled: [], damage: [] };
  let writer: Visitor | undefined;
  for (let kill = 1; kill <= kills; kill += 1) {
    await board.start();
    // The session outlives each kill: it is on disk as well.
    writer ??= await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
    const storm = startStorm(writer, acknowledged);
    await storm.reaches(acknowledged.size + random.below(LARGEST_STORM));
    await pause(random.below(LONGEST_WAIT));
    await board.end('SIGKILL');
    await storm.ended;
    compare(outcome, acknowledged, dataFolder);
    progress(() => `${kill} of ${kills} kills, ${acknowledged.size} thoughts acknowledged`);
  }
  outcome.acknowledged = acknowledged.size;
  report(
    `${kills} kills, ${acknowledged.size} thoughts acknowledged, ` +
      `${outcome.lost.length} lost, ${outcome.doubled.length} doubled`,
  );
  return outcome;
}

function compare(outcome: KillsOutcome, acknowledged: Set<string>, dataFolder: string): void {
  const integrity = checkIntegrity(dataFolder);
  if (integrity !== 'ok') outcome.damage.push(integrity);
  const texts = readStoredThoughts(dataFolder).map(({ text }) => text);
  const stored = new Set(texts);
  outcome.lost.push(...[...acknowledged].filter((textID) => !stored.has(textID)));
  // Each thought's text is its own id, so that a copy under another id shows too.
  if (stored.size < texts.length) {
    outcome.doubled.push(...texts.filter((text, index) => texts.indexOf(text) < index));
  }
}
