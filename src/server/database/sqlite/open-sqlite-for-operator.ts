import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { typed } from '#server/database/typed-rows.ts';
import { databaseFileIn } from '#server/database/data-folder.ts';
import type { Statement } from '#server/database/database.ts';
import { explainAnswer } from '#server/database/explain-answer.ts';
import type { OperatorDatabase } from '#server/database/operator-database.ts';
import { createBatchRunner } from './batch-runner.ts';
import { requireFinishedRestore } from './finish-restore.ts';
import { requireNewestVersion } from './migrate.ts';
import { createRead } from './read.ts';
import { openForReading, openForWriting } from './sqlite-file.ts';

/** Milliseconds to wait for those who read the write-ahead log. */
const ERASE_TIMEOUT_MS = 1_000;

const LOG_IN_USE =
  'What was removed stays in thoughts.sqlite-wal until the board stops or the next removal: the log is being read.';

/** Opens the database in a data folder beside the server that may use it. */
export function openSQLiteForOperator(folder: string): OperatorDatabase {
  requireFinishedRestore(folder);
  const file = databaseFileIn(folder);
  if (!existsSync(file)) throw new Error(`There is no database in ${folder}.`);
  const reader = openForReading(file);
  requireNewestVersion(reader);
  const read = createRead(reader);
  // Only when something is to be written: who may not write can still read.
  let writer: Writer | null = null;
  const openWriter = (): Writer => (writer ??= createWriter(file));

  return {
    read: <Results extends object[]>(...statements: Statement[]) =>
      explainAnswer(file, read<Results>(...statements)),
    snapshot: async (task) => {
      reader.exec('begin');
      try {
        return await explainAnswer(file, task(read));
      } finally {
        // SQLite ends it by itself when the disk fails to read.
        if (reader.isTransaction) reader.exec('rollback');
      }
    },
    write: async <Results extends object[]>(...statements: Statement[]) => {
      const [result] = openWriter().run([{ id: 0, statements }]).results;
      if (result?.type !== 'done') throw new Error(`The database refused: ${result?.message}`);
      return typed<Results>(result.rows);
    },
    eraseDeleted: () => (emptyLog(openWriter().database) ? null : LOG_IN_USE),
    close: async () => {
      reader.close();
      writer?.database.close();
    },
  };
}

interface Writer {
  database: DatabaseSync;
  run: ReturnType<typeof createBatchRunner>;
}

function createWriter(file: string): Writer {
  const database = openForWriting(file);
  // What is deleted stays in no free page of the file.
  database.exec('pragma secure_delete = on');
  return { database, run: createBatchRunner(database) };
}

/** Folds the write-ahead log into the file and empties it; false when another process reads it. */
function emptyLog(database: DatabaseSync): boolean {
  database.exec(`pragma busy_timeout = ${ERASE_TIMEOUT_MS}`);
  return database.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] === 0;
}
