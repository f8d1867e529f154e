import { Worker } from 'node:worker_threads';
import type { SQLInputValue } from 'node:sqlite';
import type { Answer, Statement } from './statement.ts';

type Done = Extract<Answer, { type: 'done' }>;

/** The server's end of the line to the database's thread. */
export interface ThreadLink {
  run: (sql: string, parameters: SQLInputValue[], kind: 'read' | 'write') => Promise<Done>;
  /** Finishes what was asked before, closes the file and ends the thread. */
  close: () => Promise<void>;
}

/** Starts the thread that owns the database file. `onLost` is told when it ends unasked. */
export function startDatabaseThread(file: string, onLost: (error: Error) => void): ThreadLink {
  const worker = new Worker(new URL('./database-thread.ts', import.meta.url), { workerData: file });
  const waiting = new Map<number, PromiseWithResolvers<Done>>();
  let lastID = 0;
  let ended: Error | null = null;
  let closing: Promise<void> | null = null;

  const end = (error: Error): void => {
    if (ended !== null) return;
    ended = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    if (closing === null) onLost(error);
  };
  worker.on('message', (answers: Answer[]) => {
    for (const answer of answers) {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.type === 'done') asked?.resolve(answer);
      else asked?.reject(new Error(`The database refused: ${answer.message}`));
    }
  });
  worker.on('error', (cause) => end(new Error('The database thread failed.', { cause })));
  worker.on('exit', () => end(new Error('The database is closed.')));

  return {
    run: (sql, parameters, kind) => {
      if (ended !== null || closing !== null) {
        return Promise.reject(ended ?? new Error('The database is closing.'));
      }
      lastID += 1;
      const asked = Promise.withResolvers<Done>();
      waiting.set(lastID, asked);
      const statement: Statement = { id: lastID, sql, parameters, writes: kind === 'write' };
      worker.postMessage(statement);
      return asked.promise;
    },
    close: () => {
      closing ??= new Promise((resolve) => {
        if (ended !== null) return resolve();
        worker.once('exit', () => resolve());
        worker.postMessage(null);
      });
      return closing;
    },
  };
}
