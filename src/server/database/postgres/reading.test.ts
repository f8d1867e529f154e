import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { Problem } from '#shared/problem.ts';
import { byHand } from '#server/testing/by-hand.ts';
import { openTestPostgres, servePostgres } from '#tests/postgres/serve-postgres.ts';
import type { Database, Statement } from '#server/database/database.ts';

const postgres = servePostgres();
let url = '';

beforeEach(async () => {
  url = await postgres().createDatabase();
});

const COUNT: Statement = { sql: 'select count(*) as "count" from "notes"' };
test('reads without an answer are given up after five seconds, even while they wait for others', async () => {
  const database = await openWithNotes();
  const readOften = (count: number) => Array.from({ length: count }, () => database.read(COUNT));
  await Promise.all(readOften(8));
  postgres().freeze(true);
  const refused = await Promise.race([
    Promise.allSettled(readOften(9)),
    // On a busy machine a timer of the same process is as late as those of the reads.
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

/** Reads until it works; until then reads may be unavailable, but not fail in another way. */
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
