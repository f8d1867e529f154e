import type { Pool } from 'pg';
import { Problem } from '#shared/problem.ts';
import { nameOfDatabase, type Database, type Statement } from '#server/database/database.ts';
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

/** Opens a PostgreSQL database, `beside` the servers for a command; rejects with a message for the operator. */
export async function openPostgres(url: string, how?: 'beside'): Promise<Database> {
  const beside = how === 'beside';
  // A command may take long, such as removing a person with many thoughts.
  const settings = beside ? withoutTimeLimits(connectionTo(url)) : connectionTo(url);
  const readers = openPool({ ...settings, ...(!beside && READ_TIMEOUTS), max: READERS });
  const writer = openPool({ ...settings, max: 1, idleTimeoutMillis: 0 });
  await (beside ? requireMigrated(settings) : migrate(settings)).catch((cause: unknown) => {
    throw new Error(`The database ${nameOfDatabase(url)} can't be used: ${messageOf(cause)}`);
  });
  return createDatabase({
    query: async (statements) => {
      if (readers.waitingCount >= WAITING_LIMIT) throw new Problem('unavailable');
      if (statements.length === 1) return queryPool(readers, statements);
      return (await queryPool(readers, [BEGIN_SNAPSHOT, ...statements, COMMIT])).slice(1, -1);
    },
    snapshot: (task) =>
      withClient(settings, async (client) => {
        await queryTogether(client, [BEGIN_SNAPSHOT]);
        return task((statements) => queryTogether(client, statements));
      }),
    commit: commitOn(writer),
    takesWritesEarly: false,
    isTransient,
    close: async () => {
      await Promise.all([writer.end(), readers.end()]);
    },
  });
}

function commitOn(pool: Pool): Driver['commit'] {
  const commit: Driver['commit'] = async (writes) => {
    try {
      // The whole transaction is sent at once, in one round trip.
      const results = await queryPool(pool, [BEGIN, LOCK, ...writes.flat(), COMMIT]);
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
  return commit;
}
