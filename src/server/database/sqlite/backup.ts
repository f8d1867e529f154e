import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyPrivately, renameDurably, writeNewFile } from '#server/database/durable-file.ts';
import { explainDamage, openForReading, openForWriting } from './connection.ts';
import {
  databaseFileIn,
  giveToOwnerOf,
  lockFolder,
  requireDatabaseIn,
  restoredFileIn,
} from './data-folder.ts';
import { checkDatabase, migrate } from './migrate.ts';

/** Writes what is committed to a new file, even while the board is served; a failure leaves no file. */
export async function backUp(folder: string, target: string): Promise<void> {
  const source = requireDatabaseIn(folder);
  await writeNewFile(target, (file) => {
    using database = openForReading(source);
    // One read transaction: writers go on, and the copy holds nothing that they commit meanwhile.
    database.prepare('vacuum into ?').run(file);
    using copy = openForReading(file);
    checkDatabase(copy, source);
  });
}

/** Replaces a database by a backup; returns the old one's new name. A crash leaves one of the two whole. */
export function restore(folder: string, backup: string): string | null {
  if (statSync(backup, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new Error(`There is no file ${backup}.`);
  }
  requireNoLog(backup);
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

/** What SQLite keeps beside a database that was in use holds its newest thoughts, and may change while it is copied. */
function requireNoLog(backup: string): void {
  // SQLite keeps it beside the file itself, not beside a link to it.
  const log = `${realpathSync(backup)}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw new Error(
    `${backup} is no backup: its newest thoughts are in ${log}. Name both thoughts.sqlite and thoughts.sqlite-wal in a folder of their own, make a backup with DATA_DIR set to that folder, and restore the backup.`,
  );
}

function prepareCopy(backup: string, copy: string): void {
  copyPrivately(backup, copy);
  try {
    using database = openForWriting(copy);
    checkDatabase(database, backup);
    migrate(database, backup);
    // A new epoch makes readers reload their lists; sessions revoked since the backup must stay revoked.
    database.exec(`update "meta" set "value" = lower(hex(randomblob(8))) where "key" = 'epoch';
      delete from "sessions"; pragma wal_checkpoint(truncate)`);
  } catch (error) {
    throw explainDamage(error, `${backup} is damaged, or not a database.`);
  }
}

/** Closing a database puts its log into its file, which is then whole alone, if it is intact enough to be opened. */
function foldLog(file: string): void {
  if (!existsSync(file)) return;
  try {
    openForWriting(file).close();
  } catch {
    // A damaged database is kept as it is, with its log.
  }
}

function removeDatabase(file: string): void {
  for (const end of DATABASE_FILES) rmSync(file + end, { force: true });
}

/** The suffixes of a database's files: its own, and of those that SQLite keeps beside it while open. */
const DATABASE_FILES = ['', '-wal', '-shm'];

/** Finishes a restore that a crash interrupted between two renames; the caller holds the lock. */
export function finishRestore(folder: string): string | null {
  const restored = restoredFileIn(folder);
  if (!existsSync(restored)) return null;
  const file = databaseFileIn(folder);
  // Named by the restored file's time, so that after a crash the remaining files get the same name.
  const time = statSync(restored).mtime.toISOString().replaceAll(/[:.]/gu, '-');
  const previous = file.replace(/\.sqlite$/u, `-before-${time}.sqlite`);
  const remaining = DATABASE_FILES.filter((end) => existsSync(file + end));
  for (const end of remaining) renameSync(file + end, previous + end);
  renameDurably(restored, file);
  return remaining.length > 0 ? previous : null;
}
