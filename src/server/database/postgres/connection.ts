import { hash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { memoizeBySQL } from '#server/database/statements.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;

// Counts and times: all of them are exact as numbers.
const typeOverrides = new TypeOverrides();
typeOverrides.setTypeParser(types.builtins.INT8, Number);

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

/** The same for statements that may take long: somebody sees that they do, and can end them. */
export function withoutTimeLimits(settings: ClientConfig): ClientConfig {
  return {
    ...settings,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
}

/** Connections that are made when they are used, and replaced when they are lost. */
export function openPool(settings: PoolConfig): Pool {
  const pool = new Pool(settings);
  ignoreLoss(pool);
  pool.on('connect', ignoreLoss);
  return pool;
}

export async function closePool(pool: Pool): Promise<void> {
  // Nobody waits for an answer any more, and one of a database that hangs would take long to give up.
  await Promise.race([pool.end(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
}

/** The queries of what is lost reject by themselves; without a listener the process would end. */
function ignoreLoss(emitter: EventEmitter): void {
  emitter.on('error', () => {});
}

/** Runs a task with a connection of its own: what it does not commit is taken back. */
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
    // Nobody waits for its end.
    client.end(() => {});
  }
}

/** Sends statements all at once, and waits for all; throws the first error. */
export async function queryTogether(
  client: ClientBase,
  statements: readonly Statement[],
): Promise<Row[][]> {
  const results = statements.map((statement) => client.query<Row>(queryOf(statement)));
  await Promise.allSettled(results);
  return (await Promise.all(results)).map(({ rows }) => rows);
}

/** The same by a connection of a pool, which is not used again where the fault may be its own. */
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
