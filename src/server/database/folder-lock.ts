import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Claims a data folder for this process and returns the function that frees it. The claim is a lock
 * the system itself drops when the process dies, so a crash leaves nothing to clean up.
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'in-use.lock'), { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    lock.close();
    throw new Error(`The data folder ${folder} is in use by another running server.`, { cause });
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}
