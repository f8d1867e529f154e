import {
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { checkDatabase } from './check-database.ts';
import { databaseFileIn, lockFileIn, makePrivateFile, prepareFolder } from './data-folder.ts';
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
    giveToOwnerOf(folder, unfinished);
    const former = keepFormer(file);
    renameDurably(unfinished, file);
    return former;
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
  checkDatabase(database);
  migrate(database);
  // Readers hold positions in a log that is gone: in a new epoch they read their lists again.
  // Sessions that were revoked since the backup must not come back.
  database.exec(`update "meta" set "value" = lower(hex(randomblob(8))) where "key" = 'epoch';
    delete from "sessions"`);
}

/** The administrator restores, but the server may run as another user. */
function giveToOwnerOf(folder: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  for (const path of [file, lockFileIn(folder)]) chownSync(path, uid, gid);
}

/** Keeps what there is under another name, also a log whose database is gone. */
function keepFormer(file: string): string | null {
  const companions = COMPANIONS.filter((companion) => existsSync(file + companion));
  const isThere = existsSync(file);
  if (!isThere && companions.length === 0) return null;
  const time = new Date().toISOString().replaceAll(/[:.]/gu, '-');
  const kept = file.replace(/\.sqlite$/u, `-before-${time}.sqlite`);
  if (isThere) keepDatabase(file, kept);
  for (const companion of COMPANIONS) {
    // SQLite would take them for the new file's.
    if (existsSync(file + companion)) renameSync(file + companion, kept + companion);
  }
  return kept;
}

function keepDatabase(file: string, kept: string): void {
  foldLog(file);
  try {
    // Under both names until the new one takes its place, so that a crash finds the old or the new.
    linkSync(file, kept);
  } catch {
    copyFileSync(file, kept, constants.COPYFILE_EXCL);
  }
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
