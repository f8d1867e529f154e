import { Worker } from 'node:worker_threads';
import { Problem } from '#shared/problem.ts';
import type { Database, Row, Statement } from '#server/database/database.ts';
import { typed, WAITING_LIMIT } from '#server/database/statements.ts';
import type { BatchReport, Write, WriteResult } from './batch-runner.ts';

export type Report = BatchReport | { type: 'changed-elsewhere' };

export interface WorkerClient {
  /** Carries out statements together or not at all; resolves with the rows of each, once on disk. */
  write: Database['write'];
  waiting: () => number;
  /** Finishes the writes before, closes the file and ends the worker. */
  close: () => Promise<void>;
}

export interface WorkerListener {
  onBatch: (failure: string | null, size: number) => void;
  onChangedElsewhere: () => void;
  onLost: (error: Error) => void;
}

/** Starts the worker that writes a database file. */
export function startWorker(file: string, listener: WorkerListener): WorkerClient {
  const worker = new Worker(new URL('./database-worker.ts', import.meta.url), { workerData: file });
  const waiting = new Map<number, PromiseWithResolvers<Row[][]>>();
  let unsent: Write[] = [];
  let lastID = 0;
  let ended: Error | null = null;
  let closing: Promise<void> | null = null;

  const end = (error: Error): void => {
    if (ended !== null) return;
    ended = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    if (closing === null) listener.onLost(error);
  };
  const settle = (result: WriteResult, failure: string | null): void => {
    const write = waiting.get(result.id);
    waiting.delete(result.id);
    if (result.type === 'done') return write?.resolve(result.rows);
    const cause = new Error(`The database refused: ${result.message}`);
    // What a lock or the disk is to blame for may work later; else a statement is wrong.
    write?.reject(failure === null ? cause : new Problem('unavailable', { cause }));
  };
  const send = (): void => {
    if (unsent.length > 0) worker.postMessage(unsent);
    unsent = [];
  };
  worker.on('message', (report: Report) => {
    if (report.type === 'changed-elsewhere') return listener.onChangedElsewhere();
    for (const result of report.results) settle(result, report.failure);
    listener.onBatch(report.failure, report.results.length);
  });
  worker.on('error', (cause) => end(new Error('The database worker failed.', { cause })));
  worker.on('exit', () => end(new Error('The database is closed.')));

  return {
    write: async <Results extends object[]>(...statements: Statement[]) => {
      if (ended !== null || closing !== null) throw ended ?? new Error('The database is closing.');
      if (waiting.size >= WAITING_LIMIT) throw new Problem('unavailable');
      lastID += 1;
      const write = Promise.withResolvers<Row[][]>();
      waiting.set(lastID, write);
      // What comes in one turn of the event loop is one message, and what waits is one commit.
      if (unsent.length === 0) setImmediate(send);
      unsent.push({ id: lastID, statements });
      return typed<Results>(await write.promise);
    },
    waiting: () => waiting.size,
    close: () => {
      closing ??= new Promise((resolve) => {
        if (ended !== null) return resolve();
        worker.once('exit', () => resolve());
        send();
        worker.postMessage(null);
      });
      return closing;
    },
  };
}
