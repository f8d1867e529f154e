import { hash } from 'node:crypto';
import { TypeOverrides, types, type ClientBase, type ClientConfig, type QueryConfig } from 'pg';
import type { Row, Statement } from '#server/database/database.ts';
import { memoizeBySQL } from '#server/database/memoize-by-sql.ts';

/** Milliseconds until a server that does not answer counts as away. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Milliseconds of silence after which a connection shows that it is in use. */
const KEEP_ALIVE_MS = 10_000;
/** Milliseconds that a statement may take. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** Milliseconds to wait for another transaction that is writing. */
const LOCK_TIMEOUT_MS = 5_000;

// Counts and times: all of them are exact as numbers.
const typeOverrides = new TypeOverrides();
typeOverrides.setTypeParser(types.builtins.INT8, Number);

/** How the servers of a board connect to the database of an address. */
export function connectionTo(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'thought-cloud',
    // What belongs together is sent without waiting for one answer after the other.
    pipeline: true,
    // What forgets silent connections must not forget ours.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The database ends what takes long; a database that has gone does not even do that.
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + LOCK_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    // A server that stops in the middle of a transaction must not hold up the others.
    idle_in_transaction_session_timeout: LOCK_TIMEOUT_MS,
    types: typeOverrides,
  };
}

/**
 * The same for statements that may take as long as the board is large: somebody sees that they take
 * long, and can end them.
 */
export function withoutTimeLimits(settings: ClientConfig): ClientConfig {
  return {
    ...settings,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
}

/** Begins a transaction that reads as of one commit. */
export const BEGIN_SNAPSHOT: Statement = {
  sql: 'begin transaction isolation level repeatable read read only',
};

/**
 * Sends statements to one connection, all at once: it costs one way there and back. Waits for all,
 * so that nothing is under way any more; throws the first error.
 */
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
