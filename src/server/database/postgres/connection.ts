import { hash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import {
  Client,
  DatabaseError,
  Pool,
  TypeOverrides,
  types,
  type ClientBase,
  type ClientConfig,
  type PoolConfig,
  type QueryConfig,
} from 'pg';
import type { Row, Statement } from '#server/database/database.ts';
import { memoizeBySQL } from '#server/database/memoize-by-sql.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;

// Counts and times are read as numbers, all of which are exact.
const typeOverrides = new TypeOverrides();
typeOverrides.setTypeParser(types.builtins.INT8, Number);

export function connectionTo(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'thought-cloud',
    // Sends statements that belong together without waiting for each answer.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The database ends slow statements; the client's own timeout is for a database that is gone.
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + LOCK_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    // A server that stops inside a transaction must not block the others.
    idle_in_transaction_session_timeout: LOCK_TIMEOUT_MS,
    types: typeOverrides,
  };
}

/** The settings for statements that may take long, which an operator sees and can stop. */
export function withoutTimeLimits(settings: ClientConfig): ClientConfig {
  return {
    ...settings,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
}

/** Opens a pool that survives the loss of its connections. */
export function openPool(settings: PoolConfig): Pool {
  const pool = new Pool(settings);
  ignoreLoss(pool);
  pool.on('connect', ignoreLoss);
  return pool;
}

/** The queries of a lost connection reject anyway; without a listener, the error would end the process. */
function ignoreLoss(emitter: EventEmitter): void {
  emitter.on('error', () => {});
}

/** Runs a task on a separate connection; what it does not commit is rolled back. */
export async function withClient<Result>(
  settings: ClientConfig,
  task: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = new Client(settings);
  ignoreLoss(client);
  try {
    await client.connect();
    return await task(client);
  } finally {
    client.end(() => {});
  }
}

/** Sends all statements at once, and waits for all results; throws the first error. */
export async function queryTogether(
  client: ClientBase,
  statements: readonly Statement[],
): Promise<Row[][]> {
  const results = statements.map((statement) => client.query<Row>(queryOf(statement)));
  await Promise.allSettled(results);
  return (await Promise.all(results)).map(({ rows }) => rows);
}

/** Sends statements on a pooled connection, which is discarded if it may be at fault. */
export async function queryPool(pool: Pool, statements: readonly Statement[]): Promise<Row[][]> {
  const client = await pool.connect();
  try {
    const rows = await queryTogether(client, statements);
    client.release();
    return rows;
  } catch (error) {
    client.release(isTransient(error));
    throw error;
  }
}

/** A statement in PostgreSQL's form; its name lets each connection compile it once. */
function queryOf({ sql, parameters = {} }: Statement): QueryConfig {
  const { names, ...query } = translate(sql);
  return { ...query, values: names.map((name) => parameters[name]) };
}

/** PostgreSQL's parameters are numbered. */
const translate = memoizeBySQL((sql) => {
  const names = [...new Set(sql.match(/(?<=:)\w+/gu))];
  const text = sql.replaceAll(/:(\w+)/gu, (_, name: string) => `$${names.indexOf(name) + 1}`);
  return { name: hash('sha1', sql), text, names };
});

/** Errors of the machine, the connection or others: postgresql.org/docs/current/errcodes-appendix.html */
const TRANSIENT = /^(?:08|0A|25|28|3D|40|53|55|57|58)/u;

/** Whether a later try may succeed: the statement was not at fault. */
export function isTransient(error: unknown): boolean {
  // Any other error comes from a connection that broke or could not be made.
  return !(error instanceof DatabaseError) || TRANSIENT.test(error.code ?? '');
}
