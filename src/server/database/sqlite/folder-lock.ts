import { DatabaseSync } from 'node:sqlite';
import { lockFileIn, makePrivateFile } from '#server/database/data-folder.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { SQLITE_BUSY, sqliteCodeOf } from './sqlite-error.ts';

/**
 * Claims a data folder for this process and returns the function that frees it. The claim is a lock
 * the system itself drops when the process dies, so a crash leaves nothing to clean up.
 */
export function lockFolder(folder: string): () => void {
  const lock = openLock(folder);
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    lock.close();
    throw sqliteCodeOf(cause) === SQLITE_BUSY
      ? new Error(`The data folder ${folder} is in use by another running server.`, { cause })
      : notLocked(folder, cause);
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

function openLock(folder: string): DatabaseSync {
  const file = lockFileIn(folder);
  try {
    makePrivateFile(file);
    return new DatabaseSync(file, { timeout: 0 });
  } catch (cause) {
    throw notLocked(folder, cause);
  }
}

function notLocked(folder: string, cause: unknown): Error {
  return new Error(
    `The data folder ${folder} can't be locked by its file in-use.lock: ${messageOf(cause)}.`,
    { cause },
  );
}
