import type { ClientConfig, Pool } from 'pg';
import { Problem } from '#shared/problem.ts';
import type { Database, Row, Statement } from '#server/database/database.ts';
import { typed, WAITING_LIMIT } from '#server/database/statements.ts';
import {
  closePool,
  explainRefusal,
  openPool,
  queryTogether,
  withClient,
  withoutTimeLimits,
} from './connection.ts';

const POOL_SIZE = 8;
/** A read waits for a connection, then for its answer: together they end after 5 s. */
const TIMEOUTS = { connectionTimeoutMillis: 2_000, query_timeout: 3_000 };

const BEGIN_SNAPSHOT: Statement = {
  sql: 'begin transaction isolation level repeatable read read only',
};
const END: Statement = { sql: 'commit' };

export interface Reader extends Pick<Database, 'read' | 'snapshot'> {
  close: () => Promise<void>;
}

export function createReader(settings: ClientConfig): Reader {
  // Whoever lifts the limits lifts these, too.
  const timeouts = settings.query_timeout ? TIMEOUTS : {};
  const pool = openPool({ ...settings, ...timeouts, max: POOL_SIZE });
  return {
    read: readBy((statements) => {
      if (pool.waitingCount >= WAITING_LIMIT) throw new Problem('unavailable');
      return readOnce(pool, statements);
    }),
    snapshot: (task) =>
      withClient(withoutTimeLimits(settings), async (client) => {
        await queryTogether(client, [BEGIN_SNAPSHOT]);
        return task(readBy((statements) => queryTogether(client, statements)));
      }),
    close: () => closePool(pool),
  };
}

function readBy(query: (statements: Statement[]) => Promise<Row[][]>): Database['read'] {
  return async <Results extends object[]>(...statements: Statement[]) => {
    try {
      return typed<Results>(await query(statements));
    } catch (error) {
      throw error instanceof Problem ? error : explainRefusal(error);
    }
  };
}

async function readOnce(pool: Pool, statements: readonly Statement[]): Promise<Row[][]> {
  const client = await pool.connect();
  try {
    // One statement sees one commit by itself.
    const isOne = statements.length === 1;
    const results = await queryTogether(
      client,
      isOne ? statements : [BEGIN_SNAPSHOT, ...statements, END],
    );
    client.release();
    return isOne ? results : results.slice(1, -1);
  } catch (error) {
    // Nobody knows what state it is in.
    client.release(true);
    throw error;
  }
}
