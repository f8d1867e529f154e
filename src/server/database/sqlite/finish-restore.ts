import { existsSync, renameSync, statSync } from 'node:fs';
import { databaseFileIn } from '#server/database/data-folder.ts';
import { renameDurably } from '#server/database/durable-file.ts';

/** How the names of a database's files end: itself, and what SQLite keeps beside it while it is open. */
export const DATABASE_FILES = ['', '-wal', '-shm'];

/** Where a restored database waits to take the place of the one before. */
export function restoredFileIn(folder: string): string {
  return `${databaseFileIn(folder)}.restored`;
}

/**
 * Puts a restored database that waits in its place, and keeps the one before it: returns under
 * which name, or null when there was none. A database and its log can't be replaced at once, so
 * whoever opens a folder first finishes what a crash interrupted; the caller holds its lock.
 */
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
