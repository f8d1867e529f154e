import { createSignal } from './signal.ts';
import type { Database } from './database.ts';
import { openForReading } from './sqlite-file.ts';
import { createStatementRunner, typed, type Values } from './statement.ts';
import { startWorker } from './worker-client.ts';

/** Opens both connections to a database file. `onLost` is called when the worker ends by itself. */
export function connect(file: string, onLost: (error: Error) => void): Database {
  const committed = createSignal();
  const committedElsewhere = createSignal();
  const failed = createSignal();
  let lastFailure: string | null = null;
  const reader = openForReading(file);
  const run = createStatementRunner(reader);
  const worker = startWorker(file, {
    onLost,
    onChangedElsewhere: () => {
      committedElsewhere.emit();
      committed.emit();
    },
    onBatch: (failure) => {
      lastFailure = failure;
      (failure === null ? committed : failed).emit();
    },
  });

  return {
    read: <Result extends object>(sql: string, ...parameters: Values) =>
      typed<Result>(run({ sql, parameters })),
    snapshot: (task) => {
      run({ sql: 'begin' });
      try {
        return task();
      } finally {
        run({ sql: 'commit' });
      }
    },
    write: worker.write,
    onCommit: committed.subscribe,
    onCommitElsewhere: committedElsewhere.subscribe,
    onFailure: failed.subscribe,
    lastFailure: () => lastFailure,
    close: () => {
      // First, because the last connection to close folds the log into the file, and must write.
      if (reader.isOpen) reader.close();
      return worker.close();
    },
  };
}
