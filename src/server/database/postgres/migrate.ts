import { join } from 'node:path';
import type { ClientBase, ClientConfig } from 'pg';
import {
  missingMigrations,
  requireCurrentSchema,
  type Schema,
} from '#server/database/missing-migrations.ts';
import { withClient, withoutTimeLimits } from './connection.ts';

// Servers that start together take turns. The number is arbitrary.
const LOCK = 'select pg_advisory_xact_lock(7421043)';

/** Runs the migrations that a database lacks, all or none; rejects if a newer program wrote it. */
export function migrate(settings: ClientConfig): Promise<void> {
  // Waiting for another server's migration has no time limit either.
  return withClient({ ...withoutTimeLimits(settings), lock_timeout: 0 }, async (client) => {
    await requireUnicode(client);
    await client.query(`begin transaction isolation level read committed; ${LOCK}`);
    const schema = await schemaOf(client);
    const missing = missingMigrations(schema);
    for (const sql of missing) await client.query(sql);
    await client.query(`insert into "meta" values ('schema', '${schema.version + missing.length}')
      on conflict ("key") do update set "value" = excluded."value"`);
    await client.query('commit');
  });
}

/** Rejects, with a message for the operator, unless a database has exactly this program's migrations. */
export async function requireMigrated(settings: ClientConfig): Promise<void> {
  requireCurrentSchema(await withClient(settings, schemaOf));
}

async function requireUnicode(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, but has to be UTF8.`);
}

async function schemaOf(client: ClientBase): Promise<Schema> {
  const schema = { name: 'it', folder: join(import.meta.dirname, 'migrations') };
  const { rows: tables } = await client.query(`select 1 where to_regclass('"meta"') is not null`);
  if (tables.length === 0) return { ...schema, version: 0 };
  const { rows } = await client.query<{ value: string }>(
    `select "value" from "meta" where "key" = 'schema'`,
  );
  return { ...schema, version: Number(rows[0]?.value) };
}
