import type { Client } from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { byHand } from '#tests/postgres/by-hand.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { connect } from './connection.ts';
import { connectionTo } from './connection.ts';

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

test('a connection that is lost while it begins is reported with its client', async () => {
  const onLost = vi.fn<(error: Error, client: Client) => void>();
  const begin = async (client: Client): Promise<void> => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as "pid"');
    await byHand(url, `select pg_terminate_backend(${rows[0]?.pid})`);
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledWith(expect.any(Error), client));
  };
  await connect(connectionTo(url), { begin, onLost });
  expect(onLost).toHaveBeenCalled();
});

async function connections(): Promise<number> {
  const rows = await byHand(
    url,
    `select 1 from pg_stat_activity where "application_name" = 'thought-cloud'
      and "datname" = current_database()`,
  );
  return rows.length;
}
