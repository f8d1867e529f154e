import { beforeEach, expect, test, vi } from 'vitest';
import { byHand } from '#tests/postgres/by-hand.ts';
import { servePostgres } from '#tests/postgres/serve-postgres.ts';
import { connect } from './connection.ts';
import { connectionTo } from './query.ts';

const postgres = servePostgres();
let url = '';

beforeEach(async () => {
  url = await postgres().createDatabase();
});

test('a connection that can’t begin as it has to is ended', async () => {
  const connecting = connect(
    connectionTo(url),
    () => Promise.reject(new Error('This is a standby.')),
    () => {},
  );
  await expect(connecting).rejects.toThrow('This is a standby.');
  await vi.waitFor(async () => expect(await connections()).toBe(0));
});

test('a connection that is lost is told, and ends nothing else', async () => {
  const onLost = vi.fn<(error: Error) => void>();
  await connect(connectionTo(url), async () => {}, onLost);
  await postgres().stop('SIGKILL');
  await vi.waitFor(() => expect(onLost).toHaveBeenCalled());
  await postgres().start();
});

async function connections(): Promise<number> {
  const rows = await byHand(
    url,
    `select 1 from pg_stat_activity where "application_name" = 'thought-cloud'
      and "datname" = current_database()`,
  );
  return rows.length;
}
