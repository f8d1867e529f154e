import { createSignal } from '#server/database/signal.ts';
import type { Database, Failure, People } from '#server/database/database.ts';
import { oncePerReason } from '#server/database/once-per-reason.ts';
import { reportReadFailures } from '#server/database/report-read-failures.ts';
import { createRead } from './read.ts';
import { openForReading } from './sqlite-file.ts';
import { startWorker } from './worker-client.ts';

/** Opens both connections to a database file. `onLost` is called when the worker ends by itself. */
export function createSQLiteDatabase(file: string, onLost: (error: Error) => void): Database {
  const committed = createSignal();
  const peopleChanged = createSignal<People>();
  const failed = createSignal<Failure>();
  const reportCommit = oncePerReason((reason) =>
    failed.emit({ message: 'a commit failed', reason }),
  );
  let lastFailure: string | null = null;
  const reader = openForReading(file);
  const worker = startWorker(file, {
    onLost,
    onChangedElsewhere: () => {
      // A file does not say what has changed in it.
      peopleChanged.emit(null);
      committed.emit();
    },
    onBatch: (failure) => {
      lastFailure = failure;
      reportCommit(failure);
      if (failure === null) committed.emit();
    },
  });

  return {
    read: reportReadFailures(createRead(reader), (reason) =>
      failed.emit({ message: 'reading failed', reason }),
    ),
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
