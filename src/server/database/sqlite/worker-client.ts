import { Worker } from 'node:worker_threads';
import type { Outcome } from '#server/database/create-database.ts';
import type { Statement } from '#server/database/database.ts';
import type { Report } from './database-worker.ts';

/** Starts the worker that writes a database file, one commit after the other. */
export function startWorker(file: string, onLost: (error: Error) => void) {
  const worker = new Worker(new URL('./database-worker.ts', import.meta.url), { workerData: file });
  const underWay: PromiseWithResolvers<Outcome[]>[] = [];
  let ended: Error | null = null;
  let isClosing = false;

  const end = (error: Error): void => {
    if (ended !== null) return;
    ended = error;
    underWay.splice(0).forEach(({ reject }) => reject(error));
    if (!isClosing) onLost(error);
  };
  worker.on('message', (reports: Report[]) => {
    for (const report of reports) {
      const batch = underWay.shift();
      if (typeof report === 'string') batch?.reject(new Error(report));
      else batch?.resolve(report);
    }
  });
  worker.on('error', (cause) => end(new Error('The database worker failed.', { cause })));
  worker.on('exit', () => end(new Error('The database is closed.')));

  return {
    commit: (writes: Statement[][]): Promise<Outcome[]> => {
      if (ended !== null) return Promise.reject(ended);
      const batch = Promise.withResolvers<Outcome[]>();
      underWay.push(batch);
      worker.postMessage(writes);
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
