import { Client } from 'pg';
import type { Row } from '#server/database/database.ts';

/** Carries out statements as somebody would by hand; resolves with the rows of a lone one. */
export async function runSql(url: string, sql: string): Promise<Row[]> {
  const client = new Client(url);
  client.on('error', () => {
    // The statement of a lost connection rejects anyway.
  });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Ends the other connections to a database that are such, by default all. */
export function endConnections(url: string, condition = 'true'): Promise<Row[]> {
  return runSql(
    url,
    `select pg_terminate_backend("pid") from pg_stat_activity
      where "datname" = current_database() and "pid" <> pg_backend_pid() and (${condition})`,
  );
}
