import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import {
  databaseFileIn,
  giveToOwnerOf,
  makePrivateFile,
  prepareFolder,
} from '#server/database/data-folder.ts';
import { renameDurably } from '#server/database/durable-file.ts';
import { checkDatabase } from './check-database.ts';
import { DATABASE_FILES, finishRestore, restoredFileIn } from './finish-restore.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { openForWriting } from './sqlite-file.ts';

/** What every file of SQLite begins with. */
const SQLITE_HEADER = 'SQLite format 3\0';

/**
 * Puts a backup in place of a data folder's database, which stays beside it: returns under which
 * name, or null when there was none. Throws with a message for the operator, and then changes
 * nothing; so it does while a server uses the folder. A crash at any instant leaves the one board
 * whole or the other.
 */
export function restore(folder: string, backup: string): string | null {
  requireDatabaseFile(backup);
  prepareFolder(folder);
  const unlock = lockFolder(folder);
  const file = databaseFileIn(folder);
  const unfinished = `${file}.unfinished`;
  try {
    finishRestore(folder);
    removeDatabase(unfinished);
    prepareCopy(backup, unfinished);
    giveToOwnerOf(folder, unfinished);
    foldLog(file);
    renameDurably(unfinished, restoredFileIn(folder));
    return finishRestore(folder);
  } finally {
    removeDatabase(unfinished);
    unlock();
  }
}

/** Before anything is made for it: the wrong file is easily named. */
function requireDatabaseFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new Error(`There is no file ${file}.`);
  }
  if (beginningOf(file, SQLITE_HEADER.length) === SQLITE_HEADER) return;
  throw new Error(`${file} is no backup of a board (an export is read by npm run import).`);
}

function beginningOf(file: string, length: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    readSync(descriptor, bytes);
    return bytes.toString('latin1');
  } finally {
    closeSync(descriptor);
  }
}

function prepareCopy(backup: string, copy: string): void {
  copyFileSync(backup, copy);
  // The copy has the mode of the backup, which may be read-only or open to all.
  makePrivateFile(copy);
  using database = openForWriting(copy);
  checkDatabase(database, backup);
  migrate(database);
  // Readers hold positions in a log that is gone: in a new epoch they read their lists again.
  // Sessions that were revoked since the backup must not come back. All of it belongs into the file:
  // its log is not taken along.
  database.exec(`update "meta" set "value" = lower(hex(randomblob(8))) where "key" = 'epoch';
    delete from "sessions"; pragma wal_checkpoint(truncate)`);
}

/** Closing a database folds its log into it, if it is whole enough to be opened. */
function foldLog(file: string): void {
  if (!existsSync(file)) return;
  try {
    openForWriting(file).close();
  } catch {
    // It is kept as it is, with its log.
  }
}

function removeDatabase(file: string): void {
  for (const end of DATABASE_FILES) rmSync(file + end, { force: true });
}
