import { createSignal } from '#server/database/signal.ts';
import type { Database, Failure, People, Row, Statement } from '#server/database/database.ts';
import { typed } from '#server/database/typed-rows.ts';
import { openForReading } from './sqlite-file.ts';
import { createStatementRunner } from './statement.ts';
import { startWorker } from './worker-client.ts';

/** Opens both connections to a database file. `onLost` is called when the worker ends by itself. */
export function connect(file: string, onLost: (error: Error) => void): Database {
  const committed = createSignal();
  const peopleChanged = createSignal<People>();
  const failed = createSignal<Failure>();
  let lastFailure: string | null = null;
  const reader = openForReading(file);
  const run = createStatementRunner(reader);
  const readTogether = (statements: readonly Statement[]): Row[][] => {
    run({ sql: 'begin' });
    try {
      return statements.map(run);
    } finally {
      run({ sql: 'commit' });
    }
  };
  const worker = startWorker(file, {
    onLost,
    onChangedElsewhere: () => {
      // A file does not say what has changed in it.
      peopleChanged.emit(null);
      committed.emit();
    },
    onBatch: (failure) => {
      lastFailure = failure;
      if (failure === null) committed.emit();
      else failed.emit('a commit failed');
    },
  });

  return {
    // One statement sees one commit by itself.
    read: async <Results extends object[]>(...statements: Statement[]) =>
      typed<Results>(statements.length > 1 ? readTogether(statements) : statements.map(run)),
    write: worker.write,
    onCommit: committed.subscribe,
    onPeopleChangedElsewhere: peopleChanged.subscribe,
    onFailure: failed.subscribe,
    lastFailure: () => lastFailure,
    close: () => {
      // First, because the last connection to close folds the log into the file, and must write.
      if (reader.isOpen) reader.close();
      return worker.close();
    },
  };
}
