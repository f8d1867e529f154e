import { afterAll, expect, test, vi } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn, type Visitor } from '#tests/server/sign-in.ts';
import { runSql, endConnections } from '#tests/server/run-sql.ts';
import { startPostgres } from '#tests/postgres/postgres-server.ts';
import { ADA, startBoard, type BoardProcess } from './support/board-process.ts';
import { startFaultProxy, type FaultProxy } from './support/fault-proxy.ts';
import { createRandomWriter, type RandomWriter } from './support/writers.ts';
import { converge, openReader, findDamage, readRows } from './support/stored.ts';
import { amountOf, startTrial, type Random } from './support/trial.ts';

const WRITERS = 3;
const WINDOW = 50;
/** The longest outage or stall, in milliseconds. */
const LONGEST = 8_000;
const LONGEST_STALL = 2_000;
/** After so many outages the writers rest, and the lists are compared with the database. */
const COMPARE_EVERY = 5;

const postgres = await startPostgres({ isDurable: true });
afterAll(postgres.remove);

test('two servers outlast whatever happens to one of them and to their PostgreSQL', async () => {
  const { random, report } = startTrial('outages of PostgreSQL');
  const outages = amountOf('OUTAGES', 100);
  const url = await postgres.createDatabase();
  const proxy = await startFaultProxy();
  proxy.leadTo(Number(new URL(url).port));
  const throughProxy = Object.assign(new URL(url), { port: proxy.port }).href;
  const env = { DATABASE_URL: throughProxy };
  const boards = [await startBoard({ env }), await startBoard({ env })] as const;
  const used = await Promise.all(
    boards.map(async (board) => {
      const person = await signIn(board.origin, ADA);
      const sender = { ...board, cookie: person.jar.header('/') };
      const writing = Array.from({ length: WRITERS }, () => createRandomWriter(sender, random));
      return { person, writing, reader: await openReader(person, board.origin, WINDOW) };
    }),
  );
  const readers = used.map(({ reader }) => reader);
  const writers = used.flatMap(({ writing }) => writing);

  let [slowest, slowestList, wrongWhileLive] = [0, 0, 0];
  const wrong: string[] = [];
  for (let count = 0; count < outages;) {
    const stop = new AbortController();
    const busy = writers.map((writer) => writeUntil(writer, stop.signal));
    const until = Math.min(count + COMPARE_EVERY, outages);
    for (; count < until; count += 1) {
      await pause(random.below(1_000));
      // The first outages are one of each kind, so that short trials have them all.
      const outage = OUTAGES[count] ?? random.pick(OUTAGES);
      await outage({ url, proxy, boards, random });
      const times = await Promise.all(used.map(({ person }) => untilServed(person)));
      slowest = Math.max(slowest, ...times);
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
  await proxy.close();
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
    // The id is unused, so it only becomes a tombstone.
    const isServed = await Promise.all([
      visitor.send(`${PATHS.thoughts}?limit=1`),
      visitor.send(path, { method: 'DELETE' }),
    ]).then(
      ([page, write]) => page.status === 200 && write.status === 200,
      // A server that was killed refuses the connection.
      () => false,
    );
    if (isServed) return performance.now() - began;
    await pause(20);
  }
}

interface Stage {
  url: string;
  /** The proxy between the servers and the database. */
  proxy: FaultProxy;
  boards: readonly [BoardProcess, ...BoardProcess[]];
  random: Random;
}

type Outage = (stage: Stage) => Promise<unknown>;

/** Outages of a board's servers and their PostgreSQL; each resolves once the database is back. */
const OUTAGES: readonly [Outage, ...Outage[]] = [
  async ({ boards, random }) => {
    const victim = random.pick(boards);
    await victim.end('SIGKILL');
    await victim.start();
  },
  ({ random }) => restart('SIGINT', random),
  ({ random }) => restart('SIGQUIT', random),
  async ({ url }) => {
    await killProcess(url);
    await vi.waitFor(() => runSql(url, 'select 1'));
  },
  ({ url, random }) =>
    repeat(1 + random.below(5), async () => {
      await endConnections(url);
      await pause(random.below(200));
    }),
  // PostgreSQL goes on with what it has, so that commits succeed without an answer.
  ({ proxy, random }) =>
    repeat(1 + random.below(20), async () => {
      proxy.cut(() => random.chance(0.7));
      await pause(random.below(100));
    }),
  // Everyone who reads or writes waits for the lock, each with a connection.
  ({ url, random }) =>
    runSql(
      url,
      `begin; lock table "Thoughts-Data" in access exclusive mode; select pg_sleep(${random.below(LONGEST) / 1_000})`,
    ),
  async ({ random }) => {
    await postgres.freeze(true);
    await pause(random.below(LONGEST_STALL));
    await postgres.freeze(false);
  },
];

async function restart(signal: 'SIGINT' | 'SIGQUIT', random: Random): Promise<void> {
  await postgres.stop(signal);
  await pause(random.below(LONGEST));
  await postgres.start();
}

async function repeat(count: number, task: () => Promise<void>): Promise<void> {
  for (let remaining = count; remaining > 0; remaining -= 1) await task();
}

/** Kills one process, after which PostgreSQL ends all others and recovers by itself. */
async function killProcess(url: string): Promise<void> {
  const [row] = await runSql(
    url,
    `select "pid" from pg_stat_activity
      where "datname" = current_database() and "pid" <> pg_backend_pid() limit 1`,
  );
  if (row !== undefined) process.kill(Number(row['pid']), 'SIGKILL');
}
