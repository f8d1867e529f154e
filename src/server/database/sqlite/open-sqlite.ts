import type { Database } from '#server/database/database.ts';
import { databaseFileIn, makePrivateFile, prepareFolder } from '#server/database/data-folder.ts';
import { createSQLiteDatabase } from './sqlite-database.ts';
import { finishRestore } from './finish-restore.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import {
  SQLITE_CORRUPT,
  SQLITE_NOT_A_DATABASE,
  SQLITE_READONLY,
  sqliteCodeOf,
} from './sqlite-error.ts';
import { openForWriting } from './sqlite-file.ts';

/**
 * Opens the database in a folder; throws with a message for the person who started the server.
 * `onLost` is called when the database ends by itself: nothing can be written then.
 */
export function openSQLite(folder: string, onLost: (error: Error) => void): Database {
  prepareFolder(folder);
  const unlock = lockFolder(folder);
  const file = databaseFileIn(folder);
  try {
    finishRestore(folder);
    prepareFile(file);
    const database = createSQLiteDatabase(file, onLost);
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

function prepareFile(file: string): void {
  makePrivateFile(file);
  const database = openForWriting(file);
  try {
    migrate(database);
  } finally {
    database.close();
  }
}

function explain(file: string, error: unknown): unknown {
  const code = sqliteCodeOf(error);
  if (code === SQLITE_CORRUPT || code === SQLITE_NOT_A_DATABASE) {
    return new Error(`${file} is damaged or no database. Restore a backup.`, { cause: error });
  }
  if (code === SQLITE_READONLY || isRefused(error)) {
    return new Error(`${file} can't be written to.`, { cause: error });
  }
  return error;
}

function isRefused(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
}
