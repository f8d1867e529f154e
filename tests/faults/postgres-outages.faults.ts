import { expect, test } from 'vitest';
import { signIn } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { createBoardProcess, type BoardProcess } from './support/board-process.ts';
import { startFaultProxy } from './support/fault-proxy.ts';
import { findStrayRows, findWrongPages, type History } from './support/history.ts';
import { readUntil, untilServed, writeUntil } from './support/noted-client.ts';
import { pause } from './support/pause.ts';
import { breakPostgres, OUTAGES } from './support/postgres-outages.ts';
import { openReader, type Reader } from './support/reader.ts';
import { readRows } from './support/stored-in-postgres.ts';
import { amountOf, startTrial } from './support/trial.ts';

const WRITERS = 3;
const WINDOW = 50;
/** Most milliseconds of an outage. */
const LONGEST = 8_000;
/** Milliseconds that live readers have in the end. */
const CONVERGENCE_TIMEOUT = 5_000;

const postgres = servePostgres({ isDurable: true });

test('two servers outlast whatever happens to their PostgreSQL', async () => {
  const { random, progress, report } = startTrial('outages of PostgreSQL');
  const outages = amountOf('OUTAGES', 100);
  const url = await postgres().createDatabase();
  const history: History = { writes: [], reads: [] };
  // Answers that are neither success nor `unavailable`.
  const strange: string[] = [];
  const proxy = await startFaultProxy();
  proxy.leadTo(Number(new URL(url).port));
  const throughProxy = Object.assign(new URL(url), { port: proxy.port }).href;
  const boards = [await startBoard(throughProxy), await startBoard(throughProxy)];
  const clients = await Promise.all(
    boards.map(async ({ origin }, server) => {
      const visitor = await signIn(origin, { name: 'Ada', email: 'ada@example.com' });
      return { visitor, server, random, history, strange };
    }),
  );
  const readers = await Promise.all(
    clients.map(({ visitor }, server) => openReader(visitor, boards[server]?.origin ?? '', WINDOW)),
  );
  const stop = new AbortController();
  const busy = clients.flatMap((client) => [
    readUntil(client, stop.signal),
    ...Array.from({ length: WRITERS }, () => writeUntil(client, stop.signal)),
  ]);

  let slowest = 0;
  for (let count = 0; count < outages; count += 1) {
    await pause(random.below(1_000));
    // The first ones take each kind in turn, so that short trials have them all.
    const kind = OUTAGES[count] ?? random.pick(OUTAGES);
    await breakPostgres(kind, { postgres: postgres(), url, proxy, random, longest: LONGEST });
    const times = await Promise.all(clients.map(({ visitor }) => untilServed(visitor)));
    slowest = Math.max(slowest, ...times);
    progress(
      () => `${count + 1} of ${outages} outages, served again within ${Math.round(slowest)} ms`,
    );
  }
  stop.abort();
  await Promise.all(busy);

  const stored = await readRows(url);
  const behind = await untilEqual(
    readers,
    stored.slice(0, WINDOW).map(({ text }) => text),
  );
  for (const reader of readers) reader.close();
  for (const board of boards) await board.end('SIGTERM');
  proxy.close();
  const wrong = [...findStrayRows(history, stored), ...findWrongPages(history, stored)];
  const { writes, reads } = history;
  report(
    `${outages} outages, ${writes.length} writes acknowledged and ${reads.length} pages read, ` +
      `${wrong.length} wrong, ${strange.length} strange answers, ${behind} readers behind; ` +
      `served again within ${Math.round(slowest)} ms`,
  );
  expect([wrong, strange, behind]).toEqual([[], [], 0]);
  // Milliseconds from the database's return until both servers read and write.
  expect(slowest).toBeLessThan(5_000);
});

async function startBoard(url: string): Promise<BoardProcess> {
  const dataFolder = temporaryFolder();
  const board = await createBoardProcess({ dataFolder, env: { DATABASE_URL: url } });
  await board.start();
  return board;
}

/** Waits until readers show the texts; resolves with how many of them don't. */
async function untilEqual(readers: readonly Reader[], texts: readonly string[]): Promise<number> {
  for (const until = performance.now() + CONVERGENCE_TIMEOUT; ;) {
    const behind = readers.filter((reader) => {
      const shown = reader.thoughts().map(({ text }) => text);
      const count = Math.min(shown.length, texts.length);
      return count === 0 || shown.slice(0, count).join('\n') !== texts.slice(0, count).join('\n');
    });
    if (behind.length === 0 || performance.now() > until) return behind.length;
    await pause(50);
  }
}
