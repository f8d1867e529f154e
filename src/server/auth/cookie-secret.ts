import type { Database } from '#server/database/database.ts';

/** The secret that signs cookies: a row of the database, so that all servers of a board share it. */
export async function readCookieSecret(database: Pick<Database, 'read'>): Promise<string> {
  const [[row]] = await database.read<[{ value: string }]>({
    sql: `select "value" from "meta" where "key" = 'cookie-secret'`,
  });
  if (row === undefined) throw new Error('The database has no secret for cookies.');
  return row.value;
}
