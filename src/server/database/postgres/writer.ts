import type { ClientConfig } from 'pg';
import type { Outcome } from '#server/database/create-database.ts';
import type { Statement } from '#server/database/database.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { closePool, isTransient, openPool, queryPool } from './connection.ts';

// Taken first, so that of all servers one writes at a time: the times of thoughts are in the log's order.
const LOCK: Statement = { sql: 'select 1 from "log-end" for update' };

const BEGIN: Statement = { sql: 'begin' };
const COMMIT: Statement = { sql: 'commit' };

/** Creates what writes, by one connection that stays. */
export function createWriter(settings: ClientConfig) {
  let processID: number | undefined;
  const pool = openPool({
    ...settings,
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as "pid"');
      processID = rows[0]?.pid;
    },
  });
  const commit = async (writes: Statement[][]): Promise<Outcome[]> => {
    try {
      // One transaction, all of it sent at once: it costs one way there and back.
      const results = await queryPool(pool, [BEGIN, LOCK, ...writes.flat(), COMMIT]);
      const rows = results.slice(2, -1);
      return writes.map(({ length }) => rows.splice(0, length));
    } catch (error) {
      if (isTransient(error)) throw error;
      if (writes.length === 1) return [messageOf(error)];
      // One statement that is wrong takes back all: the others are tried without it.
      const outcomes: Outcome[] = [];
      for (const write of writes) outcomes.push(...(await commit([write])));
      return outcomes;
    }
  };
  return {
    commit,
    /** The number of the database's process that carries them out, once there is one. */
    processID: () => processID,
    close: () => closePool(pool),
  };
}
