import { Problem } from '#shared/problem.ts';
import { nameOfDatabase, type Database, type Statement } from '#server/database/database.ts';
import { createDatabase, createMonitor, WAITING_LIMIT } from '#server/database/create-database.ts';
import { messageOf } from '#server/errors/error-message.ts';
import {
  closePool,
  connectionTo,
  isTransient,
  openPool,
  queryPool,
  queryTogether,
  withClient,
  withoutTimeLimits,
} from './connection.ts';
import { migrate, requireMigrated } from './migrate.ts';
import { createWriter } from './writer.ts';

const READERS = 8;
/** A read waits for a connection, then for its answer: 5 s in all. */
const READ_TIMEOUTS = { connectionTimeoutMillis: 2_000, query_timeout: 3_000 };

const BEGIN_SNAPSHOT: Statement = {
  sql: 'begin transaction isolation level repeatable read read only',
};
const END: Statement = { sql: 'commit' };

/** Opens a PostgreSQL database, `beside` the servers for a command; rejects with a message for the operator. */
export async function openPostgres(url: string, how?: 'beside'): Promise<Database> {
  const beside = how === 'beside';
  // A command may take long, such as removing a person with many thoughts.
  const settings = beside ? withoutTimeLimits(connectionTo(url)) : connectionTo(url);
  const monitor = createMonitor();
  const readers = openPool({ ...settings, ...(!beside && READ_TIMEOUTS), max: READERS });
  const writer = createWriter(settings, monitor);
  await (beside ? requireMigrated(settings) : migrate(settings)).catch((cause: unknown) => {
    throw new Error(`The database ${nameOfDatabase(url)} can't be used: ${messageOf(cause)}`);
  });
  return createDatabase(monitor, {
    query: async (statements) => {
      if (readers.waitingCount >= WAITING_LIMIT) throw new Problem('unavailable');
      if (statements.length === 1) return queryPool(readers, statements);
      return (await queryPool(readers, [BEGIN_SNAPSHOT, ...statements, END])).slice(1, -1);
    },
    snapshot: (task) =>
      withClient(withoutTimeLimits(settings), async (client) => {
        await queryTogether(client, [BEGIN_SNAPSHOT]);
        return task((statements) => queryTogether(client, statements));
      }),
    commit: writer.commit,
    takesWritesEarly: false,
    isTransient,
    close: async () => {
      await Promise.all([writer.close(), closePool(readers)]);
    },
  });
}
