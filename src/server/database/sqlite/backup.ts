import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { makePrivateFile, renameDurably, writeNewFile } from '#server/database/durable-file.ts';
import { openForReading, openForWriting } from './connection.ts';
import { databaseFileIn, giveToOwnerOf, lockFolder, requireDatabaseIn } from './data-folder.ts';
import { checkDatabase, migrate } from './migrate.ts';

/** Writes what is committed to a new file, also while the board is served; a failure leaves no file. */
export async function backUp(folder: string, target: string): Promise<void> {
  requireFinishedRestore(folder);
  const source = requireDatabaseIn(folder);
  await writeNewFile(target, (file) => {
    using database = openForReading(source);
    // One read transaction: writers go on, and nothing of what they commit meanwhile is in the copy.
    database.prepare('vacuum into ?').run(file);
    using copy = openForReading(file);
    checkDatabase(copy, source);
  });
}

/** Puts a backup in place of a database, and returns where that is kept; a crash leaves one whole. */
export function restore(folder: string, backup: string): string | null {
  if (statSync(backup, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new Error(`There is no file ${backup}.`);
  }
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

function prepareCopy(backup: string, copy: string): void {
  copyFileSync(backup, copy);
  // The copy has the mode of the backup, which may be read-only or open to all.
  makePrivateFile(copy);
  using database = openForWriting(copy);
  checkDatabase(database, backup);
  migrate(database);
  // In a new epoch readers read their lists again; sessions revoked since the backup must not come back.
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

/** How the names of a database's files end: itself, and what SQLite keeps beside it while it is open. */
const DATABASE_FILES = ['', '-wal', '-shm'];

/** Where a restored database waits to take the place of the one before. */
export function restoredFileIn(folder: string): string {
  return `${databaseFileIn(folder)}.restored`;
}

/** Finishes a restore that a crash interrupted between two renames; the caller holds the lock. */
export function finishRestore(folder: string): string | null {
  const restored = restoredFileIn(folder);
  if (!existsSync(restored)) return null;
  const file = databaseFileIn(folder);
  // By the time of the restored file, so that after a crash the rest gets the same name.
  const time = statSync(restored).mtime.toISOString().replaceAll(/[:.]/gu, '-');
  const former = file.replace(/\.sqlite$/u, `-before-${time}.sqlite`);
  const left = DATABASE_FILES.filter((end) => existsSync(file + end));
  for (const end of left) renameSync(file + end, former + end);
  renameDurably(restored, file);
  return left.length > 0 ? former : null;
}

/** Throws when a database can't be read as it is, because a restore of it was interrupted. */
export function requireFinishedRestore(folder: string): void {
  if (!existsSync(restoredFileIn(folder))) return;
  throw new Error(`A restore in ${folder} was interrupted: start the board, which finishes it.`);
}
