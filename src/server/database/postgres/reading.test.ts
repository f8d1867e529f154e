import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { Problem } from '#shared/problem.ts';
import { byHand } from '#tests/postgres/by-hand.ts';
import { openTestPostgres, servePostgres } from '#tests/postgres/serve-postgres.ts';
import type { Database, Statement } from '#server/database/database.ts';

const postgres = servePostgres();
let url = '';

beforeEach(async () => {
  url = await postgres().createDatabase();
});

const COUNT: Statement = { sql: 'select count(*) as "count" from "notes"' };
const NOTE: Statement = { sql: 'insert into "notes" values (1)' };

test('several statements see one commit while others write', async () => {
  const database = await openWithNotes();
  const done = new AbortController();
  const writing = (async () => {
    while (!done.signal.aborted) await database.write(NOTE, NOTE);
  })();
  const seen: unknown[][] = [];
  for (let round = 0; round < 100; round += 1) {
    const results = await database.read(COUNT, { sql: 'select pg_sleep(0.002)' }, COUNT);
    seen.push([results[0]?.[0]?.['count'], results[2]?.[0]?.['count']]);
  }
  done.abort();
  await writing;
  expect(seen.filter(([first, second]) => first !== second || Number(first) % 2 === 1)).toEqual([]);
  expect(new Set(seen.map(([count]) => count)).size).toBeGreaterThan(10);
});

test('reads that are not answered are given up after five seconds, also where they wait for others', async () => {
  const database = await openWithNotes();
  const readOften = (count: number) => Array.from({ length: count }, () => database.read(COUNT));
  await Promise.all(readOften(8));
  postgres().freeze(true);
  const refused = await Promise.race([
    Promise.allSettled(readOften(9)),
    // A timer of the same process is as late as theirs.
    sleep(5_000, []),
  ]);
  postgres().freeze(false);
  expect(refused).toHaveLength(9);
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'unavailable' } });
  await readsWorkAgain(database);
});

async function openWithNotes(): Promise<Database> {
  const database = await openTestPostgres(url);
  await byHand(url, 'create table "notes" ("number" bigint)');
  return database;
}

/** Reads until it works: meanwhile it may be unavailable, and nothing else. */
async function readsWorkAgain(database: Database): Promise<void> {
  await expect
    .poll(
      () =>
        database.read(COUNT).catch((error: unknown) => {
          if (error instanceof Problem && error.code === 'unavailable') return null;
          throw error;
        }),
      { timeout: 5_000 },
    )
    .not.toBeNull();
}
