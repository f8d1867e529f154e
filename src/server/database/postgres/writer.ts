import type { ClientConfig, Pool } from 'pg';
import { Problem } from '#shared/problem.ts';
import type { Row, Statement } from '#server/database/database.ts';
import { typed, WAITING_LIMIT } from '#server/database/statements.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { closePool, explainRefusal, isTransient, openPool, queryTogether } from './connection.ts';

/** Most writes of one commit: it has to end within the time of a statement. */
const BATCH_LIMIT = 500;

// Taken first, so that of all servers one writes at a time: the times of thoughts are in the log's order.
const LOCK: Statement = { sql: 'select 1 from "log-end" for update' };

const BEGIN: Statement = { sql: 'begin' };
const COMMIT: Statement = { sql: 'commit' };

interface PendingWrite {
  statements: Statement[];
  result: PromiseWithResolvers<Row[][]>;
}

/** Creates what writes, as `Database` says of it: what comes while a commit is under way shares the next. */
export function createWriter(
  settings: ClientConfig,
  onBatch: (failure: string | null, size: number) => void,
) {
  const waiting: PendingWrite[] = [];
  let processID: number | undefined;
  const pool = openWritingPool(settings, (id) => {
    processID = id;
  });
  let working: Promise<void> | null = null;
  let isClosed = false;

  const commit = async (batch: readonly PendingWrite[]): Promise<void> => {
    try {
      const statements = batch.flatMap((write) => write.statements);
      const results = await transact(pool, statements);
      for (const write of batch) write.result.resolve(results.splice(0, write.statements.length));
      onBatch(null, batch.length);
    } catch (error) {
      await handleFailure(batch, error);
    }
  };
  const handleFailure = async (batch: readonly PendingWrite[], error: unknown): Promise<void> => {
    // One statement that is wrong takes back all: the others are tried without it.
    if (!isTransient(error) && batch.length > 1) {
      for (const write of batch) await commit([write]);
      return;
    }
    for (const { result } of batch) result.reject(explainRefusal(error));
    if (isTransient(error)) onBatch(messageOf(error), batch.length);
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) await commit(waiting.splice(0, BATCH_LIMIT));
    working = null;
  };

  return {
    write: async <Results extends object[] = Row[]>(...statements: Statement[]) => {
      if (isClosed) throw new Error('The database is closed.');
      if (waiting.length >= WAITING_LIMIT) throw new Problem('unavailable');
      const result = Promise.withResolvers<Row[][]>();
      waiting.push({ statements, result });
      // What comes in one turn of the event loop is one commit.
      working ??= new Promise(setImmediate).then(work);
      return typed<Results>(await result.promise);
    },
    waiting: () => waiting.length,
    /** The number of the database's process that carries them out, once there is one. */
    processID: () => processID,
    close: async (): Promise<void> => {
      isClosed = true;
      await working;
      await closePool(pool);
    },
  };
}

/** Carries out statements in one transaction. All are sent at once: it costs one way there and back. */
async function transact(pool: Pool, statements: readonly Statement[]): Promise<Row[][]> {
  const client = await pool.connect();
  try {
    const results = await queryTogether(client, [BEGIN, LOCK, ...statements, COMMIT]);
    client.release();
    return results.slice(2, -1);
  } catch (error) {
    client.release(isTransient(error));
    throw error;
  }
}

/** The pool of one connection, which stays; `onProcess` is told the database's process behind each. */
function openWritingPool(settings: ClientConfig, onProcess: (id?: number) => void): Pool {
  return openPool({
    ...settings,
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as "pid"');
      onProcess(rows[0]?.pid);
    },
  });
}
