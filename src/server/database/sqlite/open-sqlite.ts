import { accessSync, constants } from 'node:fs';
import { createDatabase } from '#server/database/create-database.ts';
import type { Database } from '#server/database/database.ts';
import { makePrivateFile } from '#server/database/durable-file.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { requireCurrentSchema } from '#server/database/missing-migrations.ts';
import { finishRestore } from './backup.ts';
import {
  createQuery,
  explainDamage,
  isTransient,
  openForReading,
  openForWriting,
  SQLITE,
  sqliteCodeOf,
} from './connection.ts';
import { databaseFileIn, lockFolder, requireDatabaseIn } from './data-folder.ts';
import { migrate, schemaOf } from './migrate.ts';
import { startWorker } from './worker-client.ts';

/** Opens the database in a folder; `onLost` is called when its worker ends by itself. */
export function openSQLite(folder: string, onLost: (error: Error) => void): Database {
  const unlock = lockFolder(folder);
  const file = databaseFileIn(folder);
  try {
    finishRestore(folder);
    prepareFile(file);
    const database = openFile(file, onLost);
    const close = async (): Promise<void> => {
      await database.close();
      unlock();
    };
    return { ...database, close };
  } catch (error) {
    unlock();
    throw explain(file, error);
  }
}

/** Opens the database in a folder beside its server, without the folder's lock; throws with a message for the operator. */
export function openSQLiteForOperator(folder: string): Database {
  const file = requireDatabaseIn(folder);
  accessSync(file, constants.W_OK);
  try {
    using reader = openForReading(file);
    requireCurrentSchema(schemaOf(reader));
  } catch (error) {
    throw explain(file, error);
  }
  // If the worker is lost, the next write fails.
  return openFile(file, () => {});
}

function prepareFile(file: string): void {
  makePrivateFile(file);
  using database = openForWriting(file);
  migrate(database);
}

function openFile(file: string, onLost: (error: Error) => void): Database {
  const reader = openForReading(file);
  const worker = startWorker(file, onLost);
  return createDatabase({
    query: createQuery(reader),
    snapshot: async (task) => {
      using connection = openForReading(file);
      connection.exec('begin');
      return await task(createQuery(connection));
    },
    commit: worker.commit,
    takesWritesEarly: true,
    isTransient,
    close: () => {
      // The reader closes first: the last connection to close checkpoints the log, and must be able to write.
      reader.close();
      return worker.close();
    },
  });
}

function explain(file: string, error: unknown): unknown {
  if (sqliteCodeOf(error) === SQLITE.IO_ERROR) {
    const message = `${file} can't be used: ${messageOf(error)}. Its folder must be on a local disk, and no network share.`;
    return new Error(message, { cause: error });
  }
  return explainDamage(error, `${file} is damaged, or not a database. Restore a backup.`);
}
