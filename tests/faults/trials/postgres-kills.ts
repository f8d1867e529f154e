import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import type { PostgresServer } from '#tests/postgres/postgres-server.ts';
import { createBoardProcess, type BoardProcess } from '#tests/faults/support/board-process.ts';
import type { StoredDifference } from '#tests/faults/support/compare-stored.ts';
import { pause } from '#tests/faults/support/pause.ts';
import { compareInPostgres } from '#tests/faults/support/stored-in-postgres.ts';
import { startStorm, type Written } from '#tests/faults/support/write-storm.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface PostgresKillsOptions {
  postgres: PostgresServer;
  /** Two, for the data of the servers that is not in the database. */
  dataFolders: readonly [string, string];
  kills: number;
}

export interface PostgresKillsOutcome {
  acknowledged: number;
  /** How the database differed from what was acknowledged, after each kill where it did. */
  different: StoredDifference[];
}

/**
 * What is killed: one of the two servers, or PostgreSQL, whose other processes end by themselves
 * after SIGKILL, and by its word after SIGQUIT.
 */
const VICTIMS = ['first', 'second', 'SIGKILL', 'SIGQUIT'] as const;
/** Most acknowledgements in a storm before its kill. */
const LARGEST_STORM = 40;
/** Longest wait, in ms, after the last of them: the kill falls into any step of a commit. */
const LONGEST_WAIT = 10;

/**
 * Kills one of two servers, or the PostgreSQL they share, at random points of a write storm at
 * both, again and again over one database.
 */
export async function killOverPostgres(
  { random, progress, report }: Trial,
  { postgres, dataFolders, kills }: PostgresKillsOptions,
): Promise<PostgresKillsOutcome> {
  const url = await postgres.createDatabase();
  const servers = await Promise.all(dataFolders.map((folder) => startServer(url, folder)));
  const written: Written = { sent: new Set(), acknowledged: new Set() };
  const { acknowledged } = written;
  const different: StoredDifference[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const stop = new AbortController();
    const storms = servers.map(({ writer }) => startStorm(writer, written, stop.signal));
    const count = acknowledged.size + 1 + random.below(LARGEST_STORM);
    await Promise.race(storms.map((storm) => storm.reaches(count)));
    await pause(random.below(LONGEST_WAIT));
    // The first rounds take each in turn, so that short trials have them all.
    const victim = VICTIMS[kill - 1] ?? random.pick(VICTIMS);
    const revive = await killVictim(
      victim,
      servers.map(({ board }) => board),
      postgres,
    );
    stop.abort();
    await Promise.all(storms.map(({ ended }) => ended));
    await revive();
    const found = await compareInPostgres(url, written);
    if (found !== null) different.push(found);
    progress(() => `${kill} of ${kills} kills, ${acknowledged.size} thoughts acknowledged`);
  }
  for (const { board } of servers) await board.end('SIGTERM');
  report(
    `${kills} kills, ${acknowledged.size} thoughts acknowledged, ` +
      `${different.length} times something lost, doubled, strange, damaged or out of order`,
  );
  return { acknowledged: acknowledged.size, different };
}

async function startServer(
  url: string,
  dataFolder: string,
): Promise<{ board: BoardProcess; writer: Visitor }> {
  const board = await createBoardProcess({ dataFolder, env: { DATABASE_URL: url } });
  await board.start();
  return { board, writer: await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' }) };
}

/** Kills; resolves with what starts it again. */
async function killVictim(
  victim: (typeof VICTIMS)[number],
  [first, second]: readonly BoardProcess[],
  postgres: PostgresServer,
): Promise<() => Promise<void>> {
  if (victim === 'first' || victim === 'second') {
    const board = victim === 'first' ? first : second;
    await board?.end('SIGKILL');
    return async () => board?.start();
  }
  await postgres.stop(victim);
  return postgres.start;
}
