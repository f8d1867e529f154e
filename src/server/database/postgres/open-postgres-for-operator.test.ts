import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { OperatorDatabase } from '#server/database/operator-database.ts';
import { byHand } from '#tests/postgres/by-hand.ts';
import { openTestPostgres, servePostgres } from '#tests/postgres/serve-postgres.ts';
import { openPostgresForOperator } from './open-postgres-for-operator.ts';

const postgres = servePostgres();
let url = '';

beforeEach(async () => {
  url = await postgres().createDatabase();
});

test('a snapshot sees one commit, however long it takes', async () => {
  const [database, server] = await openBoth();
  await database.snapshot(async (read) => {
    const before = await read({ sql: 'select count(*) from "users"' });
    await server.write({
      sql: `insert into "users" ("uid", "creationTime", "lastSignInTime") values ('ada', 1, 1)`,
    });
    expect(await read({ sql: 'select count(*) from "users"' })).toEqual(before);
  });
  expect(await database.read({ sql: 'select count(*) from "users"' })).toEqual([[{ count: 1 }]]);
});

test('a command may take longer than a request', async () => {
  const [database] = await openBoth();
  const limits = { sql: `select current_setting('statement_timeout') as "limit"` };
  expect(await database.write(limits)).toEqual([[{ limit: '0' }]]);
  expect(await database.read(limits)).toEqual([[{ limit: '0' }]]);
  const pause = { sql: `select current_setting('idle_in_transaction_session_timeout') as "limit"` };
  expect(await database.snapshot((read) => read(pause))).toEqual([[{ limit: '0' }]]);
});

test('a server that is gone in the middle of a snapshot is named', async () => {
  const [database] = await openBoth();
  const reading = Promise.allSettled([
    database.snapshot((read) => read({ sql: 'select pg_sleep(5)' })),
  ]);
  await expect
    .poll(() => byHand(url, `select 1 from pg_stat_activity where "wait_event" = 'PgSleep'`))
    .toHaveLength(1);
  await postgres().stop('SIGKILL');
  expect(await reading).toMatchObject([
    {
      status: 'rejected',
      reason: { message: expect.stringMatching(/^The database .* terminated unexpectedly$/u) },
    },
  ]);
  await postgres().start();
});

async function openBoth() {
  const server = await openTestPostgres(url);
  const database: OperatorDatabase = await openPostgresForOperator(url);
  onTestFinished(() => database.close());
  return [database, server] as const;
}
