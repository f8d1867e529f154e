import { expect, test } from 'vitest';
import { newId } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { ADA, startBoard } from './support/board-process.ts';
import { startFaultProxy } from './support/fault-proxy.ts';
import { pause } from './support/pause.ts';
import { breakBoard, OUTAGES } from './support/postgres-outages.ts';
import { createRandomWriter, type RandomWriter } from './support/random-writer.ts';
import { openReader, untilEqual } from './support/reader.ts';
import { findDamage, readRows } from './support/stored-in-postgres.ts';
import { amountOf, startTrial } from './support/trial.ts';

const WRITERS = 3;
const WINDOW = 50;
/** Most milliseconds of an outage. */
const LONGEST = 8_000;
/** Milliseconds that live readers have in the end. */
const CONVERGENCE_TIMEOUT = 5_000;

const postgres = servePostgres({ isDurable: true });

test('two servers outlast whatever happens to one of them and to their PostgreSQL', async () => {
  const { random, progress, report } = startTrial('outages of PostgreSQL');
  const outages = amountOf('OUTAGES', 100);
  const url = await postgres().createDatabase();
  const proxy = await startFaultProxy();
  proxy.leadTo(Number(new URL(url).port));
  const throughProxy = Object.assign(new URL(url), { port: proxy.port }).href;
  const env = { DATABASE_URL: throughProxy };
  const boards = [await startBoard({ env }), await startBoard({ env })] as const;
  const people = await Promise.all(boards.map(({ origin }) => signIn(origin, ADA)));
  const readers = await Promise.all(
    boards.map(({ origin }, at) => openReader(personAt(at), origin, WINDOW)),
  );
  const writers = boards.flatMap(({ port, origin }, at) => {
    const cookie = personAt(at).jar.header('/');
    return Array.from({ length: WRITERS }, () =>
      createRandomWriter({ port, origin, cookie }, random),
    );
  });
  const stop = new AbortController();
  const busy = writers.map((writer) => writeUntil(writer, stop.signal));

  let slowest = 0;
  for (let count = 0; count < outages; count += 1) {
    await pause(random.below(1_000));
    // The first ones take each kind in turn, so that short trials have them all.
    const kind = OUTAGES[count] ?? random.pick(OUTAGES);
    const options = { postgres: postgres(), url, proxy, boards, random, longest: LONGEST };
    await breakBoard(kind, options);
    const times = await Promise.all(people.map(untilServed));
    slowest = Math.max(slowest, ...times);
    progress(
      () => `${count + 1} of ${outages} outages, served again within ${Math.round(slowest)} ms`,
    );
  }
  stop.abort();
  await Promise.all(busy);

  const stored = await readRows(url);
  const behind = await untilEqual(readers, stored, CONVERGENCE_TIMEOUT);
  for (const reader of readers) reader.close();
  for (const board of boards) await board.end('SIGTERM');
  proxy.close();
  const wanted = writers.flatMap(({ texts }) => [...texts.values()]);
  const accepted = writers.flatMap((writer) => Object.values(writer.accepted));
  report(
    `${outages} outages, ${accepted.reduce((sum, count) => sum + count)} writes acknowledged, ` +
      `${wanted.length} thoughts left and ${stored.length} stored, ${behind.length} readers behind; ` +
      `served again within ${Math.round(slowest)} ms`,
  );
  expect(stored.map(({ text }) => text).toSorted()).toEqual(wanted.toSorted());
  expect(behind).toEqual([]);
  expect(await findDamage(url)).toEqual([]);
  // Milliseconds from the database's return until both servers read and write.
  expect(slowest).toBeLessThan(5_000);

  function personAt(at: number): Visitor {
    const person = people[at];
    if (person === undefined) throw new Error(`Nobody is at server ${at}.`);
    return person;
  }
});

async function writeUntil(writer: RandomWriter, signal: AbortSignal): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) await writer.write();
}

/** Milliseconds until a server both reads and writes again. */
async function untilServed(visitor: Visitor): Promise<number> {
  const began = performance.now();
  const path = `${PATHS.thoughts}/${newId()}`;
  for (;;) {
    // An id that nobody used: it only becomes a tombstone.
    const isServed = await Promise.all([
      visitor.send(`${PATHS.thoughts}?limit=1`),
      visitor.send(path, { method: 'DELETE' }),
    ]).then(
      ([page, write]) => page.status === 200 && write.status === 204,
      // A server that was killed has left its connections.
      () => false,
    );
    if (isServed) return performance.now() - began;
    await pause(20);
  }
}
