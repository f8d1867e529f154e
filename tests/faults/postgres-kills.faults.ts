import { expect, test } from 'vitest';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { createBoardProcess, type BoardProcess } from './support/board-process.ts';
import { crashInStorms } from './support/crash-in-storms.ts';
import { compareInPostgres } from './support/stored-in-postgres.ts';
import { amountOf } from './support/trial.ts';

const postgres = servePostgres({ isDurable: true });

test('PostgreSQL and its servers killed again and again have every acknowledged thought, once', async () => {
  const url = await postgres().createDatabase();
  const servers = [await startServer(url), await startServer(url)] as const;
  const [first, second] = servers.map(({ board }) => board);
  // PostgreSQL's other processes end by themselves after SIGKILL, and by its word after SIGQUIT.
  const victims = [first, second, 'SIGKILL', 'SIGQUIT'] as const;
  let revive: () => Promise<void> = postgres().start;
  const different = await crashInStorms({
    name: 'kills over PostgreSQL',
    rounds: amountOf('KILLS', 200),
    largestStorm: 40,
    start: async () => servers.map(({ writer }) => writer),
    crash: async (round, random) => {
      // The first rounds take each in turn, so that short trials have them all.
      const victim = victims[round - 1] ?? random.pick(victims);
      if (typeof victim === 'string') {
        await postgres().stop(victim);
        revive = postgres().start;
      } else {
        await victim?.end('SIGKILL');
        revive = async () => victim?.start();
      }
    },
    compare: async (written) => {
      await revive();
      return compareInPostgres(url, written);
    },
  });
  for (const { board } of servers) await board.end('SIGTERM');
  expect(different).toEqual([]);
});

async function startServer(url: string): Promise<{ board: BoardProcess; writer: Visitor }> {
  const dataFolder = temporaryFolder();
  const board = await createBoardProcess({ dataFolder, env: { DATABASE_URL: url } });
  await board.start();
  return { board, writer: await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' }) };
}
