import { expect, test } from 'vitest';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import type { PostgresServer } from '#tests/postgres/postgres-server.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { createBoardProcess, type BoardProcess } from './support/board-process.ts';
import type { StoredDifference } from './support/compare-stored.ts';
import { pause } from './support/pause.ts';
import { compareInPostgres } from './support/stored-in-postgres.ts';
import { amountOf, startTrial } from './support/trial.ts';
import { startStorm, type Written } from './support/write-storm.ts';

/**
 * What is killed: one of the two servers, or PostgreSQL, whose other processes end by themselves
 * after SIGKILL, and by its word after SIGQUIT.
 */
const VICTIMS = ['first', 'second', 'SIGKILL', 'SIGQUIT'] as const;
/** Most acknowledgements in a storm before its kill. */
const LARGEST_STORM = 40;
/** Longest wait, in ms, after the last of them: the kill falls into any step of a commit. */
const LONGEST_WAIT = 10;

const postgres = servePostgres({ isDurable: true });

test('PostgreSQL and its servers killed again and again have every acknowledged thought, once', async () => {
  const { random, progress, report } = startTrial('kills over PostgreSQL');
  const kills = amountOf('KILLS', 200);
  const url = await postgres().createDatabase();
  const servers = [await startServer(url), await startServer(url)];
  const boards = servers.map(({ board }) => board);
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
    const revive = await killVictim(victim, boards, postgres());
    stop.abort();
    await Promise.all(storms.map(({ ended }) => ended));
    await revive();
    const found = await compareInPostgres(url, written);
    if (found !== null) different.push(found);
    progress(() => `${kill} of ${kills} kills, ${acknowledged.size} thoughts acknowledged`);
  }
  for (const board of boards) await board.end('SIGTERM');
  report(
    `${kills} kills, ${acknowledged.size} thoughts acknowledged, ` +
      `${different.length} times something lost, doubled, strange, damaged or out of order`,
  );
  expect(different).toEqual([]);
});

async function startServer(url: string): Promise<{ board: BoardProcess; writer: Visitor }> {
  const dataFolder = temporaryFolder();
  const board = await createBoardProcess({ dataFolder, env: { DATABASE_URL: url } });
  await board.start();
  return { board, writer: await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' }) };
}

/** Kills; resolves with what starts it again. */
async function killVictim(
  victim: (typeof VICTIMS)[number],
  [first, second]: readonly BoardProcess[],
  database: PostgresServer,
): Promise<() => Promise<void>> {
  if (victim === 'first' || victim === 'second') {
    const board = victim === 'first' ? first : second;
    await board?.end('SIGKILL');
    return async () => board?.start();
  }
  await database.stop(victim);
  return database.start;
}
