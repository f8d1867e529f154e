import type { ClientConfig } from 'pg';
import type { Monitor, Outcome } from '#server/database/create-database.ts';
import type { Statement } from '#server/database/database.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { closePool, isTransient, openPool, queryPool } from './connection.ts';

// The lock comes first, so that servers write one at a time, and times of thoughts follow the log's order.
const LOCK: Statement = { sql: 'select 1 from "log-end" for update' };

// The level is named: the database's default may refuse what several servers write at once.
const BEGIN: Statement = { sql: 'begin transaction isolation level read committed' };
const COMMIT: Statement = { sql: 'commit' };

export function createWriter(settings: ClientConfig, monitor: Monitor) {
  const pool = openPool({ ...settings, max: 1, idleTimeoutMillis: 0 });
  const commit = async (writes: Statement[][]): Promise<Outcome[]> => {
    try {
      // The whole transaction is sent at once, in one round trip.
      const results = await queryPool(pool, [BEGIN, LOCK, ...writes.flat(), COMMIT]);
      monitor.reportCommit(null);
      const rows = results.slice(2, -1);
      return writes.map(({ length }) => rows.splice(0, length));
    } catch (error) {
      if (isTransient(error)) {
        monitor.reportCommit(messageOf(error));
        throw error;
      }
      if (writes.length === 1) return [messageOf(error)];
      // One refused statement rolls back all of them: each write is tried alone.
      const outcomes: Outcome[] = [];
      for (const write of writes) outcomes.push(...(await commit([write])));
      return outcomes;
    }
  };
  return { commit, close: () => closePool(pool) };
}
