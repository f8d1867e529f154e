import type { Client, ClientBase, ClientConfig } from 'pg';
import { Problem } from '#shared/problem.ts';
import type { Database, Row, Statement } from '#server/database/database.ts';
import { typed, WAITING_LIMIT } from '#server/database/statements.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { connect } from './connection.ts';
import { explainRefusal, isTransient, queryTogether } from './query.ts';

/** Most writes of one commit: it has to end within the time of a statement. */
const BATCH_LIMIT = 500;

// Taken first, so that of all servers one writes at a time: the times of thoughts are in the log's order.
const LOCK: Statement = { sql: 'select 1 from "log-end" for update' };

export interface Writer {
  /** Carries out statements together or not at all; resolves with the rows of each, once on disk. */
  write: Database['write'];
  waiting: () => number;
  /** The number of the database's process for this connection; null when there is none. */
  processID: () => number | null;
  /** Finishes the writes before, and ends the connection. */
  close: () => Promise<void>;
}

interface PendingWrite {
  statements: Statement[];
  result: PromiseWithResolvers<Row[][]>;
}

/** Creates the writer. Writes that come while a commit is under way share the next one. */
export function createWriter(
  settings: ClientConfig,
  onBatch: (failure: string | null, size: number) => void,
): Writer {
  const waiting: PendingWrite[] = [];
  const connection = createConnection(settings);
  let working: Promise<void> | null = null;
  let isClosed = false;

  const commit = async (batch: readonly PendingWrite[]): Promise<void> => {
    try {
      const statements = batch.flatMap((write) => write.statements);
      const results = await transact(await connection.client(), statements);
      for (const write of batch) write.result.resolve(results.splice(0, write.statements.length));
      onBatch(null, batch.length);
    } catch (error) {
      if (isTransient(error)) connection.drop();
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
    write: async <Results extends object[]>(...statements: Statement[]) => {
      if (isClosed) throw new Error('The database is closed.');
      if (waiting.length >= WAITING_LIMIT) throw new Problem('unavailable');
      const result = Promise.withResolvers<Row[][]>();
      waiting.push({ statements, result });
      // What comes in one turn of the event loop is one commit.
      working ??= new Promise(setImmediate).then(work);
      return typed<Results>(await result.promise);
    },
    waiting: () => waiting.length,
    processID: connection.processID,
    close: async () => {
      isClosed = true;
      await working;
      connection.drop();
    },
  };
}

/** Carries out statements in one transaction. All are sent at once: it costs one way there and back. */
async function transact(client: ClientBase, statements: readonly Statement[]): Promise<Row[][]> {
  const results = await queryTogether(client, [
    { sql: 'begin' },
    LOCK,
    ...statements,
    { sql: 'commit' },
  ]);
  return results.slice(2, -1);
}

/** One connection, replaced when it is lost or dropped; its first use connects. */
function createConnection(settings: ClientConfig) {
  let current: { client: Client; processID: number } | null = null;
  const drop = (): void => {
    // Nobody waits for its end.
    current?.client.end(() => {});
    current = null;
  };
  const connectAgain = async (): Promise<Client> => {
    let processID = 0;
    const begin = async (begun: Client): Promise<void> => {
      const { rows } = await begun.query<{ pid: number }>('select pg_backend_pid() as "pid"');
      processID = rows[0]?.pid ?? 0;
    };
    const client = await connect(settings, {
      begin,
      onLost: (_error, lost) => {
        // The next use connects again.
        if (current?.client === lost) current = null;
      },
    });
    current = { client, processID };
    return client;
  };
  return {
    client: async (): Promise<ClientBase> => current?.client ?? connectAgain(),
    processID: () => current?.processID ?? null,
    drop,
  };
}
