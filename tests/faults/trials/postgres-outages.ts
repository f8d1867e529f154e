import { signIn } from '#server/testing/sign-in.ts';
import type { PostgresServer } from '#tests/postgres/postgres-server.ts';
import { createBoardProcess, type BoardProcess } from '#tests/faults/support/board-process.ts';
import { startFaultProxy } from '#tests/faults/support/fault-proxy.ts';
import { findStrayRows, findWrongPages, type History } from '#tests/faults/support/history.ts';
import { readUntil, untilServed, writeUntil } from '#tests/faults/support/noted-client.ts';
import { pause } from '#tests/faults/support/pause.ts';
import { breakPostgres, OUTAGES } from '#tests/faults/support/postgres-outages.ts';
import { openReader, type Reader } from '#tests/faults/support/reader.ts';
import { readRows } from '#tests/faults/support/stored-in-postgres.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface OutagesOptions {
  postgres: PostgresServer;
  /** One for each server. */
  dataFolders: readonly string[];
  outages: number;
  /** Most milliseconds of an outage. */
  longest: number;
}

export interface OutagesOutcome {
  writes: number;
  reads: number;
  /** What is lost, doubled or another's, and pages that could not have been. */
  wrong: string[];
  /** Answers that are neither success nor `unavailable`. */
  strange: string[];
  /** Readers whose list is not the database's in the end. */
  behind: number;
  /** Most milliseconds from the database's return until both servers read and write. */
  slowest: number;
}

const WRITERS = 3;
const WINDOW = 50;
/** Milliseconds that live readers have in the end. */
const CONVERGENCE_TIMEOUT = 5_000;

/** Lets the PostgreSQL of several servers go wrong while they are used. */
export async function outlastOutages(
  trial: Trial,
  { postgres, dataFolders, outages, longest }: OutagesOptions,
): Promise<OutagesOutcome> {
  const { random, progress, report } = trial;
  const url = await postgres.createDatabase();
  const history: History = { writes: [], reads: [] };
  const strange: string[] = [];
  const proxy = await startFaultProxy();
  proxy.leadTo(Number(new URL(url).port));
  const throughProxy = Object.assign(new URL(url), { port: proxy.port }).href;
  const boards = await Promise.all(dataFolders.map((folder) => startBoard(throughProxy, folder)));
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
    await breakPostgres(kind, { postgres, url, proxy, random, longest });
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
  return { writes: writes.length, reads: reads.length, wrong, strange, behind, slowest };
}

async function startBoard(url: string, dataFolder: string): Promise<BoardProcess> {
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
