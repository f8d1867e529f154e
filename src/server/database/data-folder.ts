import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** The database file in a data folder. */
export function databaseFileIn(folder: string): string {
  return join(folder, 'thoughts.sqlite');
}

/** The file whose lock says that a process uses a data folder. */
export function lockFileIn(folder: string): string {
  return join(folder, 'in-use.lock');
}

/** Creates a data folder unless it is there; throws when it can't be written to. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(`The data folder ${folder} can't be written to.`, { cause });
  }
}

/** Creates a file that only this user may read, unless it is there, and takes it from the others. */
export function makePrivateFile(file: string): void {
  // SQLite gives the files beside it the same mode.
  closeSync(openSync(file, 'a', FILE_MODE));
  try {
    chmodSync(file, FILE_MODE);
  } catch {
    // It is another user's, who decides on it.
  }
}

/**
 * Gives a new database file in a data folder, and what was made beside it, to the folder's owner: an
 * administrator makes it, but the server may run as another user.
 */
export function giveToOwnerOf(folder: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  for (const path of [file, lockFileIn(folder)]) {
    if (existsSync(path)) chownSync(path, uid, gid);
  }
}

/** Not by mkdir's own recursion, which never ends below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: FOLDER_MODE });
}
