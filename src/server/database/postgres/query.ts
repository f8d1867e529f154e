import { hash } from 'node:crypto';
import { DatabaseError, type ClientBase, type QueryConfig } from 'pg';
import { Problem } from '#shared/problem.ts';
import type { Row, Statement } from '#server/database/database.ts';
import { memoizeBySQL } from '#server/database/statements.ts';
import { messageOf } from '#server/errors/error-message.ts';

/** Sends statements all at once, and waits for all; throws the first error. */
export async function queryTogether(
  client: ClientBase,
  statements: readonly Statement[],
): Promise<Row[][]> {
  const results = statements.map((statement) => client.query<Row>(queryOf(statement)));
  await Promise.allSettled(results);
  return (await Promise.all(results)).map(({ rows }) => rows);
}

/** A statement as PostgreSQL takes it: one with a name is compiled once by each connection. */
function queryOf({ sql, parameters = [] }: Statement): QueryConfig {
  return { ...translate(sql), values: parameters };
}

const translate = memoizeBySQL((sql) => ({
  name: hash('sha1', sql),
  text: sql.replaceAll(/\?(\d+)/gu, '$$$1'),
}));

/** What blames the machine, the connection or others: postgresql.org/docs/current/errcodes-appendix.html */
const TRANSIENT = /^(?:08|0A|25|28|3D|40|53|55|57|58)/u;

export function isTransient(error: unknown): boolean {
  // What is not the database's own word is a connection that broke or was never there.
  return !(error instanceof DatabaseError) || TRANSIENT.test(error.code ?? '');
}

export function explainRefusal(cause: unknown): Error {
  return isTransient(cause)
    ? new Problem('unavailable', { cause })
    : new Error(`The database refused: ${messageOf(cause)}`, { cause });
}
