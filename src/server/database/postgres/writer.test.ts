import { beforeEach, expect, test } from 'vitest';
import { byHand } from '#server/testing/by-hand.ts';
import { openTestPostgres, servePostgres } from '#tests/postgres/serve-postgres.ts';
import type { Statement } from '#server/database/database.ts';

const postgres = servePostgres();
let url = '';

beforeEach(async () => {
  url = await postgres().createDatabase();
});

const UNAVAILABLE = { code: 'unavailable' };

test('a connection that is ended costs at most the writes under way', async () => {
  const database = await openWithNotes();
  const said: string[] = [];
  database.events.on('failure', ({ message }) => void said.push(message));
  database.events.on('recovery', () => void said.push('recovery'));
  await database.write(note(1));
  const { commits } = database.figures();
  const slow = Promise.allSettled([database.write(note(2), { sql: 'select pg_sleep(5)' })]);
  await expect
    .poll(() =>
      byHand(
        url,
        `select pg_terminate_backend("pid") from pg_stat_activity
          where "query" like 'select pg_sleep%' and "pid" <> pg_backend_pid()`,
      ),
    )
    .toHaveLength(1);
  expect(await slow).toMatchObject([{ status: 'rejected', reason: UNAVAILABLE }]);
  await database.write(note(3));
  expect(await notes()).toEqual([1, 3]);
  expect([said, database.figures().commits]).toEqual([
    ['a commit failed', 'recovery'],
    commits + 1,
  ]);
});

async function openWithNotes() {
  const database = await openTestPostgres(url);
  await byHand(url, 'create table "notes" ("number" bigint)');
  return database;
}

function note(number: number): Statement {
  return { sql: 'insert into "notes" values (:number)', parameters: { number } };
}

async function notes(): Promise<unknown[]> {
  const rows = await byHand(url, 'select "number"::int from "notes" order by 1');
  return rows.map(({ number }) => number);
}
