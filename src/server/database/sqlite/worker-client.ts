import { Worker } from 'node:worker_threads';
import { Problem } from '#shared/problem.ts';
import type { Row, Statement } from '#server/database/database.ts';
import { typed, WAITING_LIMIT } from '#server/database/statements.ts';
import type { Outcome, Report } from './database-worker.ts';

export type WorkerClient = ReturnType<typeof startWorker>;

export interface WorkerListener {
  onBatch: (failure: string | null, size: number) => void;
  onChangedElsewhere: () => void;
  onLost: (error: Error) => void;
}

/** Starts the worker that writes a database file, as `Database` says of writing and closing. */
export function startWorker(file: string, listener: WorkerListener) {
  const worker = new Worker(new URL('./database-worker.ts', import.meta.url), { workerData: file });
  /** The oldest first: in this order they are carried out, and answered. */
  const waiting: PromiseWithResolvers<Row[][]>[] = [];
  let unsent: Statement[][] = [];
  let ended: Error | null = null;
  let closing: Promise<void> | null = null;

  const end = (error: Error): void => {
    if (ended !== null) return;
    ended = error;
    for (const { reject } of waiting.splice(0)) reject(error);
    if (closing === null) listener.onLost(error);
  };
  const settle = (outcome: Outcome, failure: string | null): void => {
    const write = waiting.shift();
    if (typeof outcome !== 'string') return write?.resolve(outcome);
    const cause = new Error(`The database refused: ${outcome}`);
    // What a lock or the disk is to blame for may work later; else a statement is wrong.
    write?.reject(failure === null ? cause : new Problem('unavailable', { cause }));
  };
  const send = (): void => {
    if (unsent.length > 0) worker.postMessage(unsent);
    unsent = [];
  };
  worker.on('message', (report: Report) => {
    if (report === 'changed-elsewhere') return listener.onChangedElsewhere();
    for (const outcome of report.outcomes) settle(outcome, report.failure);
    listener.onBatch(report.failure, report.outcomes.length);
  });
  worker.on('error', (cause) => end(new Error('The database worker failed.', { cause })));
  worker.on('exit', () => end(new Error('The database is closed.')));

  return {
    write: async <Results extends object[] = Row[]>(...statements: Statement[]) => {
      if (ended !== null || closing !== null) throw ended ?? new Error('The database is closing.');
      if (waiting.length >= WAITING_LIMIT) throw new Problem('unavailable');
      const write = Promise.withResolvers<Row[][]>();
      waiting.push(write);
      // What comes in one turn of the event loop is one message, and what waits is one commit.
      if (unsent.length === 0) setImmediate(send);
      unsent.push(statements);
      return typed<Results>(await write.promise);
    },
    waiting: () => waiting.length,
    close: (): Promise<void> => {
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
