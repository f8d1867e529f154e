import type { Pool } from 'pg';
import { Problem } from '#shared/problem.ts';
import {
  nameOfDatabase,
  type Database,
  type Row,
  type Statement,
} from '#server/database/database.ts';
import {
  createDatabase,
  WAITING_LIMIT,
  type Driver,
  type Outcome,
} from '#server/database/create-database.ts';
import { messageOf } from '#server/errors/error-message.ts';
import {
  connectionTo,
  isTransient,
  openPool,
  queryPool,
  queryTogether,
  withClient,
  withoutTimeLimits,
} from './connection.ts';
import { migrate, requireMigrated } from './migrate.ts';

const READERS = 8;
/** A read waits for a connection, then for its answer: 5 s in all. */
const READ_TIMEOUTS = { connectionTimeoutMillis: 2_000, query_timeout: 3_000 };

const BEGIN_SNAPSHOT: Statement = {
  sql: 'begin transaction isolation level repeatable read read only',
};
// The level is named: the database's default may refuse what several servers write at once.
const BEGIN: Statement = { sql: 'begin transaction isolation level read committed' };
// The lock comes first, so that servers write one at a time, and times of thoughts follow the log's order.
const LOCK: Statement = { sql: 'select 1 from "log-end" for update' };
const COMMIT: Statement = { sql: 'commit' };
/** Milliseconds after which an unused connection may have died silently, and is asked before it writes. */
const UNUSED_MS = 5_000;
/** How long (ms) it may take to answer. */
const PROBE_TIMEOUT_MS = 1_000;
const PROBE = { text: 'select 1', query_timeout: PROBE_TIMEOUT_MS };

/** Opens a PostgreSQL database, for an operator for a command; rejects with a message for the operator. */
export async function openPostgres(url: string, how?: 'operator'): Promise<Database> {
  const isForOperator = how === 'operator';
  // A command may take long, such as removing a person with many thoughts.
  const settings = isForOperator ? withoutTimeLimits(connectionTo(url)) : connectionTo(url);
  const readers = openPool({ ...settings, ...(!isForOperator && READ_TIMEOUTS), max: READERS });
  const writer = openPool({ ...settings, max: 1, idleTimeoutMillis: 0 });
  await (isForOperator ? requireMigrated(settings) : migrate(settings)).catch((cause: unknown) => {
    throw new Error(`The database ${nameOfDatabase(url)} can't be used: ${messageOf(cause)}`);
  });
  const { commit, suspect } = commitOn(writer);
  const queryReaders = (statements: readonly Statement[]): Promise<Row[][]> =>
    queryPool(readers, statements).catch((error: unknown) => {
      if (isTransient(error)) suspect();
      throw error;
    });
  return createDatabase({
    query: async (statements) => {
      if (readers.waitingCount >= WAITING_LIMIT) throw new Problem('unavailable');
      if (statements.length === 1) return queryReaders(statements);
      return (await queryReaders([BEGIN_SNAPSHOT, ...statements, COMMIT])).slice(1, -1);
    },
    snapshot: (task) =>
      withClient(settings, async (client) => {
        await queryTogether(client, [BEGIN_SNAPSHOT]);
        return task((statements) => queryTogether(client, statements));
      }),
    commit,
    takesWritesEarly: false,
    isTransient,
    close: async () => {
      await Promise.all([writer.end(), readers.end()]);
    },
  });
}

/** Commits on a pool of one connection; `suspect` says that it may have died, as others did. */
function commitOn(pool: Pool): { commit: Driver['commit']; suspect: () => void } {
  let usedAt = -Infinity;
  const commit: Driver['commit'] = async (writes) => {
    try {
      if (performance.now() - usedAt > UNUSED_MS) await replaceIfDead(pool);
      // The whole transaction is sent at once, in one round trip.
      const results = await queryPool(pool, [BEGIN, LOCK, ...writes.flat(), COMMIT]);
      usedAt = performance.now();
      const rows = results.slice(2, -1);
      return writes.map(({ length }) => rows.splice(0, length));
    } catch (error) {
      if (isTransient(error)) throw error;
      if (writes.length === 1) return [messageOf(error)];
      // One refused statement rolls back all of them: each write is tried alone.
      const outcomes: Outcome[] = [];
      for (const write of writes) outcomes.push(...(await commit([write])));
      return outcomes;
    }
  };
  const suspect = (): void => {
    usedAt = -Infinity;
  };
  return { commit, suspect };
}

/** Asks a pool's connection for a sign of life, without which a write would wait for its own timeout. */
async function replaceIfDead(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(PROBE);
    client.release();
  } catch {
    client.release(true);
  }
}
