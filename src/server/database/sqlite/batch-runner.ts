import type { DatabaseSync } from 'node:sqlite';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { Row, Statement } from '#server/database/database.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { createStatementRunner } from './connection.ts';

export interface Write {
  id: number;
  statements: Statement[];
}

/** What became of a write; it is on disk before this is sent. */
export type WriteResult =
  | { id: number; type: 'done'; rows: Row[][] }
  | { id: number; type: 'failed'; message: string };

interface BatchResult {
  results: WriteResult[];
  failure: string | null;
}

export type BatchReport = { type: 'batch' } & BatchResult;

/** Runs what comes through a port: lists of writes, and null to close after all that came before. */
export function serveWrites(port: MessagePort, database: DatabaseSync, onClose: () => void): void {
  const run = createBatchRunner(database);
  port.on('message', (first: Write[] | null) => {
    const batch: Write[] = [];
    let next: Write[] | null | undefined = first;
    while (next) {
      batch.push(...next);
      next = receiveMessageOnPort(port)?.message;
    }
    if (batch.length > 0) port.postMessage({ type: 'batch', ...run(batch) } satisfies BatchReport);
    if (next === null) {
      onClose();
      database.close();
      port.close();
    }
  });
}

/** Makes one commit of writes that arrived together; each is atomic, and a failing one fails alone. */
export function createBatchRunner(
  database: DatabaseSync,
): (writes: readonly Write[]) => BatchResult {
  const run = createStatementRunner(database);

  const runWrite = ({ id, statements }: Write): WriteResult => {
    try {
      if (statements.length > 1) run({ sql: 'savepoint write' });
      const rows = statements.map(run);
      if (statements.length > 1) run({ sql: 'release write' });
      return { id, type: 'done', rows };
    } catch (error) {
      // A full disk, among others, makes SQLite roll back everything: then all of them failed.
      if (!database.isTransaction) throw error;
      // A lone statement takes itself back.
      if (statements.length > 1) database.exec('rollback to write; release write');
      return failed(id, messageOf(error));
    }
  };

  return (writes) => {
    try {
      database.exec('begin immediate');
      const results = writes.map(runWrite);
      database.exec('commit');
      return { results, failure: null };
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      const failure = messageOf(error);
      return { results: writes.map(({ id }) => failed(id, failure)), failure };
    }
  };
}

function failed(id: number, message: string): WriteResult {
  return { id, type: 'failed', message };
}
