import { beforeEach, expect, test, vi } from 'vitest';
import { byHand } from '#tests/postgres/by-hand.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { connect, createConnection } from './connection.ts';
import { connectionTo } from './query.ts';

const KILL = `select pg_terminate_backend("pid") from pg_stat_activity
  where "application_name" = 'thought-cloud'`;

const postgres = servePostgres();
let url = '';

beforeEach(async () => {
  url = await postgres().createDatabase();
});

test('a connection that can’t begin as it has to is ended', async () => {
  const connecting = connect(connectionTo(url), {
    begin: () => Promise.reject(new Error('This is a standby.')),
  });
  await expect(connecting).rejects.toThrow('This is a standby.');
  await vi.waitFor(async () => expect(await connections()).toBe(0));
});

test('a connection that is lost is told, and ends nothing else', async () => {
  const onLost = vi.fn<(error: Error) => void>();
  await connect(connectionTo(url), { onLost });
  await postgres().stop('SIGKILL');
  await vi.waitFor(() => expect(onLost).toHaveBeenCalled());
  await postgres().start();
});

test('a connection that is lost while it begins is refused, and ends nothing else', async () => {
  const connection = createConnection(connectionTo(url));
  const lost: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const connecting = connection.client().catch(({ message }: Error) => lost.push(message));
    await byHand(url, KILL);
    await connecting;
    connection.drop();
  }
  const client = await connection.client();
  expect((await client.query('select 1 as "one"')).rows).toEqual([{ one: 1 }]);
  connection.drop();
});

async function connections(): Promise<number> {
  const rows = await byHand(
    url,
    `select 1 from pg_stat_activity where "application_name" = 'thought-cloud'
      and "datname" = current_database()`,
  );
  return rows.length;
}
