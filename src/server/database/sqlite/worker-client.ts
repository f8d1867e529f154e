import { Worker } from 'node:worker_threads';
import type { Monitor, Outcome } from '#server/database/create-database.ts';
import type { Statement } from '#server/database/database.ts';
import { messageOf } from '#server/errors/error-message.ts';
import type { Report } from './database-worker.ts';

type Batch = PromiseWithResolvers<Outcome[]>;

export function startWorker(file: string, monitor: Monitor, onLost: (error: Error) => void) {
  const worker = new Worker(new URL('./database-worker.ts', import.meta.url), { workerData: file });
  const underWay: Batch[] = [];
  let ended: Error | null = null;
  let isClosing = false;

  const fail = (batches: readonly Batch[], error: Error): void => {
    if (batches.length > 0) monitor.reportCommit(messageOf(error));
    for (const { reject } of batches) reject(error);
  };
  const end = (error: Error): void => {
    if (ended !== null) return;
    ended = error;
    fail(underWay.splice(0), error);
    if (!isClosing) onLost(error);
  };
  worker.on('message', (report: Report) => {
    if ('failure' in report) {
      fail(underWay.splice(0, report.batches), new Error(report.failure));
    } else {
      monitor.reportCommit(null);
      for (const outcomes of report) underWay.shift()?.resolve(outcomes);
    }
  });
  worker.on('error', (cause) => end(new Error('The database worker failed.', { cause })));
  worker.on('exit', () => end(new Error('The database is closed.')));

  return {
    commit: (writes: Statement[][]): Promise<Outcome[]> => {
      const batch = Promise.withResolvers<Outcome[]>();
      if (ended !== null) fail([batch], ended);
      else {
        underWay.push(batch);
        worker.postMessage(writes);
      }
      return batch.promise;
    },
    close: async (): Promise<void> => {
      isClosing = true;
      if (ended !== null) return;
      const gone = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage(null);
      await gone;
    },
  };
}
