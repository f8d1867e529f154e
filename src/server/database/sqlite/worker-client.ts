import { Worker } from 'node:worker_threads';
import type { Outcome } from '#server/database/create-database.ts';
import type { DatabaseEvents, Statement } from '#server/database/database.ts';
import type { Report } from './database-worker.ts';

/** Starts the worker that writes a database file, one commit after the other. */
export function startWorker(file: string, events: DatabaseEvents, onLost: (error: Error) => void) {
  const worker = new Worker(new URL('./database-worker.ts', import.meta.url), { workerData: file });
  let underWay: PromiseWithResolvers<Outcome[]> | null = null;
  let ended: Error | null = null;
  let isClosing = false;

  const end = (error: Error): void => {
    if (ended !== null) return;
    ended = error;
    underWay?.reject(error);
    if (!isClosing) onLost(error);
  };
  worker.on('message', (report: Report) => {
    if (report === 'changed-elsewhere') {
      // SQLite does not say what another process has changed.
      events.emit('people', null);
      events.emit('commit');
    } else if ('failure' in report) underWay?.reject(new Error(report.failure));
    else underWay?.resolve(report);
  });
  worker.on('error', (cause) => end(new Error('The database worker failed.', { cause })));
  worker.on('exit', () => end(new Error('The database is closed.')));

  return {
    commit: (writes: Statement[][]): Promise<Outcome[]> => {
      underWay = Promise.withResolvers<Outcome[]>();
      if (ended === null) worker.postMessage(writes);
      else underWay.reject(ended);
      return underWay.promise;
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
