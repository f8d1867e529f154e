import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isThere, makePrivateFile } from '#server/database/durable-file.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { SQLITE, sqliteCodeOf } from './connection.ts';

const FOLDER_MODE = 0o700;

export function databaseFileIn(folder: string): string {
  return join(folder, 'thoughts.sqlite');
}

export function lockFileIn(folder: string): string {
  return join(folder, 'in-use.lock');
}

/** Where a restored database waits to replace the old one. */
export function restoredFileIn(folder: string): string {
  return `${databaseFileIn(folder)}.restored`;
}

/** Whether there is a board in a folder, or one that a restore is about to put there. */
export function hasDatabase(folder: string): boolean {
  return [databaseFileIn, restoredFileIn].some((fileIn) => existsSync(fileIn(folder)));
}

/** The database for a command, which leaves it to a server to finish a restore. */
export function requireDatabaseIn(folder: string): string {
  if (existsSync(restoredFileIn(folder))) {
    throw new Error(`A restore in ${folder} was interrupted: start the board, which finishes it.`);
  }
  const file = databaseFileIn(folder);
  if (isThere(file)) accessSync(file, constants.R_OK);
  else
    throw new Error(
      `There is no database in ${folder}: DATA_DIR says where it is, and the first start makes one.`,
    );
  return file;
}

function prepareFolder(folder: string, setting: string): void {
  try {
    makeFolder(folder);
    // With the slash, a file is refused, too.
    accessSync(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const remedy = `${remedyFor(folder, cause)} by ${setting}`;
    throw new Error(`The data folder ${folder} can't be written to. ${remedy}.`, { cause });
  }
}

/** What mends a folder of another user, such as one that is mounted into a container. */
function remedyFor(folder: string, error: unknown): string {
  const isRefused = error instanceof Error && 'code' in error && error.code === 'EACCES';
  if (!isRefused || !existsSync(folder)) return 'Choose another';
  const user = process.getuid?.();
  return `It has to belong to user ${user}, as whom the board runs: chown -R ${user} ${folder}, or the folder that is mounted there. Or choose another`;
}

/** Node's own recursive form never ends where the system refuses a folder as if the one around it were missing. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: FOLDER_MODE });
}

/** Gives a database that root has created in a locked folder to its owner, who may run the server. */
export function giveToOwnerOf(folder: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  const paths = [file, `${file}-wal`, `${file}-shm`, lockFileIn(folder)];
  for (const path of paths.filter(isThere)) chownSync(path, uid, gid);
}

/** What Linux calls the file systems of network shares (statfs(2)): NFS, SMB, CIFS, SMB2, 9P and those of programs. */
const SHARES = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546]);

/** Whether a folder is on a network share, where SQLite's locks and memory maps fail or lie. */
export function isOnShare(
  folder: string,
  stat: (folder: string) => { type: number } = statfsSync,
): boolean {
  return process.platform === 'linux' && SHARES.has(stat(folder).type);
}

/**
 * Creates and locks a data folder; returns what unlocks it. The system unlocks it if the process dies. A message
 * names the setting or option that chooses another.
 */
export function lockFolder(folder: string, setting = 'DATA_DIR'): () => void {
  prepareFolder(folder, setting);
  let lock: DatabaseSync | null = null;
  try {
    const file = lockFileIn(folder);
    makePrivateFile(file);
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    lock?.close();
    const share = isOnShare(folder) ? ' on a local disk, as this is on a network share' : '';
    const why =
      sqliteCodeOf(cause) === SQLITE.BUSY
        ? 'is in use by another running server: stop it, or choose'
        : `can't be locked: ${messageOf(cause)}. Choose`;
    const message = `The data folder ${folder} ${why} another by ${setting}${share}.`;
    throw new Error(message, { cause });
  }
  const held = lock;
  return () => {
    if (held.isOpen) held.close();
  };
}
