import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { Problem } from '#shared/problem.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { runSql, endConnections } from '#tests/server/run-sql.ts';
import { startPostgres } from '#tests/postgres/postgres-server.ts';
import { openTestDatabase } from '#tests/server/test-board.ts';
import type { Database, Statement } from '#server/database/database.ts';
import { readChangeLog, type NumberedChange } from '#server/thoughts/change-log.ts';
import { createThoughtStore } from '#server/thoughts/thought-store.ts';

const postgres = await startPostgres();
afterAll(postgres.remove);
let url = '';

beforeEach(async () => {
  url = await postgres.createDatabase();
});

const COUNT: Statement = { sql: 'select count(*) as "count" from "notes"' };

test('four servers whose clocks are up to a minute apart add in one order, in times and in the log, and a reader sees each change once', async () => {
  const shifts = [0, -25_000, 30_000, -10_000];
  const databases = await Promise.all(shifts.map(() => openServer()));
  const reader = await openServer();
  const { position: start } = await readChangeLog(reader);
  const written = Promise.all(
    databases.map((database, index) => addMany(database, () => Date.now() + (shifts[index] ?? 0))),
  );
  const seen = await follow(reader, start, 400);
  const added = (await written).flat();

  expect(seen.map(({ number }) => number)).toEqual(added.map((_id, index) => index + 1));
  expect(idsOf(seen).toSorted()).toEqual(added.toSorted());
  const rows = await runSql(
    url,
    `select "position"::int, "createdAt"::float8 from "changes"
      join "Thoughts-Data" using ("textID") order by "position"`,
  );
  expect(rows.map(({ position }) => position)).toEqual(added.map((_id, index) => index + 1));
  const times = rows.map(({ createdAt }) => Number(createdAt));
  expect(times.filter((time, index) => time <= (times[index - 1] ?? 0))).toEqual([]);
  const [listed] = await reader.read<[{ textID: string }]>({
    sql: 'select "textID" from "Thoughts-Data" order by "createdAt" desc, "textID" desc',
  });
  expect(listed.map(({ textID }) => textID)).toEqual(idsOf(seen).toReversed());
});

test.for(['repeatable read', 'serializable'])(
  'servers that start and add at the same time succeed where %s is the default',
  async (isolation) => {
    const name = new URL(url).pathname.slice(1);
    await runSql(
      url,
      `alter database "${name}" set default_transaction_isolation = '${isolation}'`,
    );
    const databases = await Promise.all([1, 2, 3].map(() => openServer()));
    const added = await Promise.all(databases.map((database) => addMany(database, Date.now)));
    const stored = await runSql(url, 'select count(*)::int as "n" from "Thoughts-Data"');
    expect(stored).toEqual([{ n: added.flat().length }]);
  },
);

test('a connection that is ended costs at most the writes under way', async () => {
  const database = await openWithNotes();
  const said: string[] = [];
  database.events.on('failure', ({ message }) => void said.push(message));
  database.events.on('recovery', () => void said.push('recovery'));
  await database.write(note(1));
  const { commits } = database.figures();
  const slow = Promise.allSettled([database.write(note(2), { sql: 'select pg_sleep(86400)' })]);
  await expect.poll(() => endConnections(url, `"query" like 'select pg_sleep%'`)).toHaveLength(1);
  expect(await slow).toMatchObject([{ status: 'rejected', reason: { code: 'unavailable' } }]);
  await database.write(note(3));
  const stored = await runSql(url, 'select "number"::int from "notes" order by 1');
  expect(stored.map(({ number }) => number)).toEqual([1, 3]);
  expect([said, database.figures().commits]).toEqual([
    ['a commit failed', 'recovery'],
    commits + 1,
  ]);
});

test('a snapshot whose connection is ended is unavailable, and its process goes on', async () => {
  const database = await openServer();
  const reading = database.snapshot(async (read) => {
    await endConnections(url, `"state" = 'idle in transaction'`);
    return read({ sql: 'select 1' });
  });
  await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
  await database.read({ sql: 'select 1' });
});

test('reads without an answer are given up after five seconds, even while they wait for others', async () => {
  const database = await openWithNotes();
  const readOften = (count: number) => Array.from({ length: count }, () => database.read(COUNT));
  await Promise.all(readOften(8));
  const refused = await withoutAnswer(5_000, () => Promise.allSettled(readOften(9)));
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'unavailable' } });
  await database.read(COUNT);
});

test('a write without an answer is given up, and the next one takes another connection', async () => {
  const database = await openWithNotes();
  await database.write(note(1));
  const refused = await withoutAnswer(15_000, () => Promise.allSettled([database.write(note(2))]));
  expect(refused).toMatchObject([{ reason: { code: 'unavailable' } }]);
  await database.write(note(3));
});

test('a connection that has died silently while it was unused is replaced within a second', async () => {
  const database = await openWithNotes();
  await database.write(note(1));
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 5_001);
  // New connections are answered.
  const [written] = await withoutAnswer(1_000, () => Promise.allSettled([database.write(note(2))]));
  clock.mockRestore();
  expect(written).toMatchObject({ status: 'fulfilled' });
});

test('a connection that may only read, as to a server that was taken over from, is replaced', async () => {
  const database = await openWithNotes();
  const name = new URL(url).pathname.slice(1);
  const setting = `alter database "${name}" set default_transaction_read_only`;
  await runSql(url, `${setting} = on`);
  await expect(database.write(note(1))).rejects.toMatchObject({ code: 'unavailable' });
  await runSql(postgres.urlOf('postgres://any/postgres'), `${setting} = off`);
  await database.write(note(2));
});

test('when 5,000 reads wait for a connection, one more is refused for now', async () => {
  const database = await openServer();
  const reads = Array.from({ length: 5_009 }, () => database.read({ sql: 'select 1' }));
  const outcomes = await Promise.allSettled(reads);
  // What waits for too long, on a busy machine, is refused with a cause.
  const refusedAtOnce = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' &&
    outcome.reason instanceof Problem &&
    outcome.reason.cause === undefined
      ? [index]
      : [],
  );
  expect(refusedAtOnce).toEqual([5_008]);
});

/** What comes of queries on connections over which nothing comes back for so long (ms). */
async function withoutAnswer<Result>(time: number, ask: () => Promise<Result>): Promise<Result> {
  await postgres.freeze(true);
  onTestFinished(() => postgres.freeze(false));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = ask();
  // They are sent before the time begins to pass.
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(time);
  vi.useRealTimers();
  return asked;
}

/** Opens the database as one server does, until the test has finished. */
function openServer(): Promise<Database> {
  return openTestDatabase({ databaseURL: url, dataFolder: '' });
}

/** Adds a hundred thoughts, some at once and some not; resolves with their ids. */
async function addMany(database: Database, now: () => number): Promise<string[]> {
  const store = createThoughtStore(database, now);
  const ids = Array.from({ length: 100 }, newId);
  await Promise.all(
    ids.map(async (textID, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 5 * Math.random()));
      await store.add({ textID, text: 'hello' }, SAMPLE_USER);
    }),
  );
  return ids;
}

/** Polls the log from a position on until it has brought so many changes. */
async function follow(reader: Database, start: string, count: number): Promise<NumberedChange[]> {
  const seen: NumberedChange[] = [];
  for (let position = start; seen.length < count;) {
    const tail = await readChangeLog(reader, position);
    if (!tail.isContinued) throw new Error('The log does not go on.');
    seen.push(...tail.changes);
    ({ position } = tail);
  }
  return seen;
}

function idsOf(seen: readonly NumberedChange[]): string[] {
  return seen.map(({ change }) =>
    change.type === 'removed' ? change.textID : change.thought.textID,
  );
}

async function openWithNotes(): Promise<Database> {
  const database = await openServer();
  await runSql(url, 'create table "notes" ("number" bigint)');
  return database;
}

function note(number: number): Statement {
  return { sql: 'insert into "notes" values (:number)', parameters: { number } };
}
