import { Client } from 'pg';
import type { Row } from '#server/database/database.ts';

/** Carries out statements as somebody would by hand; resolves with the rows of a lone one. */
export async function byHand(url: string, sql: string): Promise<Row[]> {
  const client = new Client(url);
  client.on('error', () => {
    // What was under way is told so.
  });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Ends all other connections to a database. */
export async function killBackends(url: string): Promise<void> {
  await byHand(
    url,
    `select pg_terminate_backend("pid") from pg_stat_activity
      where "datname" = current_database() and "pid" <> pg_backend_pid()`,
  );
}

/** Resolves once somebody has waited for a lock for so long. */
export async function somebodyWaits(url: string, millis: number): Promise<void> {
  const sql = `select 1 from pg_locks join pg_database on "oid" = "database"
    where "datname" = current_database() and not "granted"
      and clock_timestamp() - "waitstart" >= '${millis} ms'`;
  for (let rows: Row[] = []; rows.length === 0;) rows = await byHand(url, sql);
}
