import { beforeEach, expect, test } from 'vitest';
import { runSql } from '#tests/server/run-sql.ts';
import { placeOf, temporaryBoard } from '#tests/server/test-board.ts';
import { withClient } from './connection.ts';
import { openPostgres } from './open-postgres.ts';

let url = '';

beforeEach(async () => {
  url = placeOf(await temporaryBoard());
});

const PASSWORD = 'not-for-the-log';

test('ten servers that start together on an empty database share one schema', async () => {
  await runSql(
    url,
    `create function "pass"() returns event_trigger language plpgsql as
       $$ begin perform pg_advisory_xact_lock_shared(1); end $$;
     create event trigger "gate" on ddl_command_start execute function "pass"()`,
  );
  const databases = await withClient({ connectionString: url }, async (gate) => {
    await gate.query('select pg_advisory_lock(1)');
    const opening = Promise.all(Array.from({ length: 10 }, () => openPostgres(url)));
    const waiting = `"datname" = current_database() and "wait_event_type" = 'Lock'`;
    const countWaiting = `select count(*)::int as "n" from pg_stat_activity where ${waiting}`;
    await expect.poll(() => runSql(url, countWaiting)).toEqual([{ n: 10 }]);
    await gate.query('select pg_advisory_unlock(1)');
    return opening;
  });
  for (const database of databases) await database.close();
  expect(await runSql(url, 'select * from "log-end"')).toEqual([{ last: '0', lastPerson: '0' }]);
});

test('a database of another version is refused with advice when it is newer, and stays unchanged', async () => {
  await (await openPostgres(url)).close();
  await runSql(url, `update "meta" set "value" = '99' where "key" = 'schema'`);
  const name = new URL(url).host + new URL(url).pathname;
  await expect(openPostgres(url)).rejects.toThrow(
    `The database ${name} can't be used: it was written by a newer version of this program. Update the program.`,
  );
  await expect(openPostgres(url, 'operator')).rejects.toThrow('written by a newer version');
  expect(await runSql(url, `select "value" from "meta" where "key" = 'schema'`)).toEqual([
    { value: '99' },
  ]);
});

test('a command leaves it to a server to bring a database to this version', async () => {
  await expect(openPostgres(url, 'operator')).rejects.toThrow('start this version of the board');
  expect(await runSql(url, `select to_regclass('"meta"') as "meta"`)).toEqual([{ meta: null }]);
});

test('neither a migration nor a command has a time limit', async () => {
  const limits = `current_setting('statement_timeout') || ' ' || current_setting('idle_in_transaction_session_timeout')`;
  await runSql(
    url,
    `create function "refuseLimits"() returns event_trigger language plpgsql as $$ begin
       if ${limits} || current_setting('lock_timeout') <> '0 00' then raise 'there are limits'; end if;
     end $$;
     create event trigger "limits" on ddl_command_start execute function "refuseLimits"()`,
  );
  await (await openPostgres(url)).close();
  const command = await openPostgres(url, 'operator');
  const [read] = await command.read({ sql: `select ${limits} as "limits"` });
  await command.close();
  expect(read).toEqual([{ limits: '0 0' }]);
});

test('a database whose encoding is not UTF-8 is refused', async () => {
  const address = new URL(url);
  address.pathname = `${address.pathname}-latin`;
  await runSql(
    url,
    `create database "${address.pathname.slice(1)}" template template0 encoding 'LATIN1' locale 'C'`,
  );
  await expect(openPostgres(address.href)).rejects.toThrow('its encoding is LATIN1');
});

test.each([
  ['is not there', (address: URL) => (address.pathname = '/nowhere')],
  ['is of a server that is away', (address: URL) => (address.port = '1')],
  ['is of a host that nobody knows', (address: URL) => (address.hostname = 'host.invalid')],
])('a database that %s is refused without the password', async (_name, change) => {
  const address = new URL(url);
  address.password = PASSWORD;
  change(address);
  const error: unknown = await openPostgres(address.href).catch((cause: unknown) => cause);
  expect(error).toMatchObject({
    message: expect.stringMatching(
      new RegExp(`^The database ${address.host}${address.pathname} can't be used: .+`, 'u'),
    ),
  });
  expect(wordsOf(error).join('\n')).not.toContain(PASSWORD);
});

/** The messages of an error and its causes. */
function wordsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, error.stack ?? '', JSON.stringify(error), ...wordsOf(error.cause)];
}
