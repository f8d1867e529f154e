import { constants, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { checkDatabase } from './check-database.ts';
import { databaseFileIn, makePrivateFile, prepareFolder } from './data-folder.ts';
import { renameDurably } from './durable-file.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { openForWriting } from './sqlite-file.ts';

/** What SQLite keeps beside a database that was not closed. */
const COMPANIONS = ['-wal', '-shm'];

/**
 * Puts a backup in place of a data folder's database, which stays beside it: returns under which
 * name, or null when there was none. Throws with a message for the operator, and then changes
 * nothing; so it does while a server uses the folder.
 */
export function restore(folder: string, backup: string): string | null {
  if (!existsSync(backup)) throw new Error(`There is no file ${backup}.`);
  prepareFolder(folder);
  const unlock = lockFolder(folder);
  const file = databaseFileIn(folder);
  const unfinished = `${file}.unfinished`;
  try {
    removeDatabase(unfinished);
    prepareCopy(backup, unfinished);
    const former = existsSync(file) ? keepFormer(file) : null;
    renameDurably(unfinished, file);
    return former;
  } finally {
    removeDatabase(unfinished);
    unlock();
  }
}

function prepareCopy(backup: string, copy: string): void {
  makePrivateFile(copy);
  copyFileSync(backup, copy);
  using database = openForWriting(copy);
  checkDatabase(database);
  migrate(database);
  // Readers hold positions in a log that is gone: in a new epoch they read their lists again.
  // Sessions that were revoked since the backup must not come back.
  database.exec(`update "meta" set "value" = lower(hex(randomblob(8))) where "key" = 'epoch';
    delete from "sessions"`);
}

function keepFormer(file: string): string {
  const time = new Date().toISOString().replaceAll(/[:.]/gu, '-');
  const kept = file.replace(/\.sqlite$/u, `-before-${time}.sqlite`);
  foldLog(file);
  try {
    // Under both names until the new one takes its place, so that a crash finds the old or the new.
    linkSync(file, kept);
  } catch {
    copyFileSync(file, kept, constants.COPYFILE_EXCL);
  }
  for (const companion of COMPANIONS) {
    // SQLite would take them for the new file's.
    if (existsSync(file + companion)) renameSync(file + companion, kept + companion);
  }
  return kept;
}

/** Closing a database folds its log into it, if it is whole enough to be opened. */
function foldLog(file: string): void {
  try {
    openForWriting(file).close();
  } catch {
    // It is kept as it is, with its log.
  }
}

function removeDatabase(file: string): void {
  for (const path of [file, ...COMPANIONS.map((companion) => file + companion)]) {
    rmSync(path, { force: true });
  }
}
