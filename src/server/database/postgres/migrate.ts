import { join } from 'node:path';
import type { ClientBase, ClientConfig } from 'pg';
import { readMigrations } from '#server/database/statements.ts';
import { withClient, withoutTimeLimits } from './connection.ts';

/** The first version with all that the schema uses. */
const OLDEST_POSTGRES = 13;

// Servers that start together take turns. The number means nothing elsewhere.
const LOCK = 'select pg_advisory_xact_lock(7421043)';

const FOLDER = join(import.meta.dirname, 'migrations');

/**
 * Brings a database to this program's schema: what the numbered files in `migrations` lack, all or
 * nothing. A released file never changes. Rejects when the database was written by a newer program.
 */
export function migrate(settings: ClientConfig): Promise<void> {
  // Nor is there one on waiting for another server that migrates.
  return withClient({ ...withoutTimeLimits(settings), lock_timeout: 0 }, async (client) => {
    await requirePostgres(client);
    await client.query(`begin; ${LOCK}`);
    const migrations = readMigrations(FOLDER);
    const version = await versionOf(client);
    if (version > migrations.length) {
      throw new Error('it was written by a newer version of this program. Update the program.');
    }
    for (const sql of migrations.slice(version)) await client.query(sql);
    await client.query(`insert into "meta" values ('schema', '${migrations.length}')
      on conflict ("key") do update set "value" = excluded."value"`);
    await client.query('commit');
  });
}

/** Rejects unless a database is as this program left it. */
export function requireNewestVersion(settings: ClientConfig): Promise<void> {
  return withClient(settings, async (client) => {
    if ((await versionOf(client)) === readMigrations(FOLDER).length) return;
    throw new Error('it is of another version: start the board of this one first.');
  });
}

/** Whether a database has the tables of a board, of whatever version. */
export function isOfBoard(settings: ClientConfig): Promise<boolean> {
  return withClient(settings, async (client) => (await versionOf(client)) > 0);
}

async function requirePostgres(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as "version",
      current_setting('server_version') as "name",
      current_setting('server_encoding') as "encoding"`,
  );
  const [{ version, name, encoding } = { version: 0, name: '', encoding: '' }] = rows;
  if (version < OLDEST_POSTGRES) {
    throw new Error(`it is PostgreSQL ${name}, and ${OLDEST_POSTGRES} is the oldest that will do.`);
  }
  if (encoding !== 'UTF8') throw new Error(`it is encoded in ${encoding}, and has to be in UTF8.`);
}

async function versionOf(client: ClientBase): Promise<number> {
  const { rows: tables } = await client.query(`select 1 where to_regclass('"meta"') is not null`);
  if (tables.length === 0) return 0;
  const { rows } = await client.query<{ value: string }>(
    `select "value" from "meta" where "key" = 'schema'`,
  );
  return Number(rows[0]?.value);
}
