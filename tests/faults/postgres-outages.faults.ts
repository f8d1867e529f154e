import { expect, test, vi } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { byHand, killBackends } from '#tests/postgres/by-hand.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { ADA, startBoard, type BoardProcess } from './support/board-process.ts';
import { startFaultProxy, type FaultProxy } from './support/fault-proxy.ts';
import { createRandomWriter, type RandomWriter } from './support/random-writer.ts';
import { converge, openReader } from './support/reader.ts';
import { findDamage, readRows } from './support/stored-in-postgres.ts';
import { amountOf, startTrial, type Random } from './support/trial.ts';

const WRITERS = 3;
const WINDOW = 50;
/** What can go wrong with a board's servers and their PostgreSQL. */
const OUTAGES = [
  'killed server',
  'restart',
  'crash',
  'killed process',
  'killed connections',
  'cut connections',
  'busy connections',
  'stall',
] as const;
type Outage = (typeof OUTAGES)[number];

/** Most milliseconds of an outage, and of a stall. */
const LONGEST = 8_000;
const LONGEST_STALL = 2_000;
/** After so many outages the writers rest, and the lists are compared with the database. */
const COMPARE_EVERY = 5;

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

  let [slowest, slowestList, wrongWhileLive] = [0, 0, 0];
  const wrong: string[] = [];
  for (let count = 0; count < outages;) {
    const stop = new AbortController();
    const busy = writers.map((writer) => writeUntil(writer, stop.signal));
    const until = Math.min(count + COMPARE_EVERY, outages);
    for (; count < until; count += 1) {
      await pause(random.below(1_000));
      // The first ones take each kind in turn, so that short trials have them all.
      const kind = OUTAGES[count] ?? random.pick(OUTAGES);
      await breakBoard(kind, { url, proxy, boards, random });
      const times = await Promise.all(people.map(untilServed));
      slowest = Math.max(slowest, ...times);
      progress(
        () => `${count + 1} of ${outages} outages, served again within ${Math.round(slowest)} ms`,
      );
    }
    stop.abort();
    await Promise.all(busy);
    const lists = await converge(readers, await readRows(url));
    slowestList = Math.max(slowestList, lists.millis);
    wrongWhileLive = Math.max(wrongWhileLive, lists.wrongWhileLive);
    wrong.push(...lists.wrong.map((line) => `after ${count} outages: ${line}`));
  }

  const stored = await readRows(url);
  for (const reader of readers) reader.close();
  for (const board of boards) await board.end('SIGTERM');
  proxy.close();
  const wanted = writers.flatMap(({ texts }) => [...texts.values()]);
  const accepted = writers.flatMap((writer) => Object.values(writer.accepted));
  report(
    `${outages} outages, ${accepted.reduce((sum, count) => sum + count)} writes acknowledged, ` +
      `${wanted.length} thoughts left and ${stored.length} stored; lists equal within ` +
      `${Math.round(slowestList)} ms, wrong while live for at most ${Math.round(wrongWhileLive)} ms; ` +
      `served again within ${Math.round(slowest)} ms`,
  );
  expect(stored.map(({ text }) => text).toSorted()).toEqual(wanted.toSorted());
  expect(wrong).toEqual([]);
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

interface OutageOptions {
  url: string;
  /** What leads the servers to it. */
  proxy: FaultProxy;
  boards: readonly [BoardProcess, ...BoardProcess[]];
  random: Random;
}

/** Lets something go wrong; resolves once the database is back. */
async function breakBoard(kind: Outage, options: OutageOptions): Promise<void> {
  const { url, proxy, boards, random } = options;
  const millis = random.below(LONGEST);
  switch (kind) {
    case 'killed server': {
      const victim = random.pick(boards);
      await victim.end('SIGKILL');
      return victim.start();
    }
    case 'restart':
    case 'crash':
      await postgres().stop(kind === 'restart' ? 'SIGINT' : 'SIGQUIT');
      await pause(millis);
      return postgres().start();
    case 'killed process':
      await killProcess(url);
      await vi.waitFor(() => byHand(url, 'select 1'));
      return undefined;
    case 'killed connections':
      return repeat(1 + random.below(5), async () => {
        await killBackends(url);
        await pause(random.below(200));
      });
    case 'cut connections':
      // PostgreSQL goes on with what it has, so that commits succeed without an answer.
      return repeat(1 + random.below(20), async () => {
        proxy.cut(() => random.chance(0.7));
        await pause(random.below(100));
      });
    case 'busy connections':
      // Whoever reads or writes waits for it, with a connection each.
      await byHand(
        url,
        `begin; lock table "Thoughts-Data" in access exclusive mode; select pg_sleep(${millis / 1_000})`,
      );
      return undefined;
    case 'stall':
      postgres().freeze(true);
      await pause(random.below(LONGEST_STALL));
      return postgres().freeze(false);
  }
}

async function repeat(count: number, task: () => Promise<void>): Promise<void> {
  for (let left = count; left > 0; left -= 1) await task();
}

/** Kills one process, after which PostgreSQL ends all others and recovers by itself. */
async function killProcess(url: string): Promise<void> {
  const [row] = await byHand(
    url,
    `select "pid" from pg_stat_activity
      where "datname" = current_database() and "pid" <> pg_backend_pid() limit 1`,
  );
  if (row !== undefined) process.kill(Number(row['pid']), 'SIGKILL');
}
