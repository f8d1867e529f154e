import { join } from 'node:path';
import type { ClientBase, ClientConfig } from 'pg';
import { readMigrations } from '#server/database/statements.ts';
import { withClient, withoutTimeLimits } from './connection.ts';

// Servers that start together take turns. The number is arbitrary.
const LOCK = 'select pg_advisory_xact_lock(7421043)';

const NEWER = 'it was written by a newer version of this program. Update the program.';

const FOLDER = join(import.meta.dirname, 'migrations');

/** Runs the migrations that a database lacks, all or none; rejects if a newer program wrote it. */
export function migrate(settings: ClientConfig): Promise<void> {
  // Waiting for another server's migration has no time limit either.
  return withClient({ ...withoutTimeLimits(settings), lock_timeout: 0 }, async (client) => {
    await requireUnicode(client);
    await client.query(`begin transaction isolation level read committed; ${LOCK}`);
    const migrations = readMigrations(FOLDER);
    const version = await versionOf(client);
    if (version > migrations.length) throw new Error(NEWER);
    for (const sql of migrations.slice(version)) await client.query(sql);
    await client.query(`insert into "meta" values ('schema', '${migrations.length}')
      on conflict ("key") do update set "value" = excluded."value"`);
    await client.query('commit');
  });
}

/** Rejects unless the schema is this program's. */
export async function requireNewestVersion(settings: ClientConfig): Promise<void> {
  const version = await withClient(settings, versionOf);
  const newest = readMigrations(FOLDER).length;
  if (version === newest) return;
  if (version > newest) throw new Error(NEWER);
  throw new Error('it is of another version: start this version of the board first.');
}

async function requireUnicode(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, but has to be UTF8.`);
}

async function versionOf(client: ClientBase): Promise<number> {
  const { rows: tables } = await client.query(`select 1 where to_regclass('"meta"') is not null`);
  if (tables.length === 0) return 0;
  const { rows } = await client.query<{ value: string }>(
    `select "value" from "meta" where "key" = 'schema'`,
  );
  return Number(rows[0]?.value);
}
