import { rmSync } from 'node:fs';
import { makePrivateFile, renameDurably, requireNewFile } from '#server/database/durable-file.ts';
import { openForReading } from './connection.ts';
import { requireDatabaseIn } from './data-folder.ts';
import { checkDatabase } from './migrate.ts';
import { requireFinishedRestore } from './restore.ts';

/** Writes what is committed to a new file, also while the board is served; a failure leaves no file. */
export function backUp(folder: string, target: string): void {
  requireFinishedRestore(folder);
  const source = requireDatabaseIn(folder);
  requireNewFile(target);
  const unfinished = `${target}.unfinished-${process.pid}`;
  try {
    copyCommitted(source, unfinished);
    renameDurably(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    // SQLite leaves it where the disk is full.
    rmSync(`${unfinished}-journal`, { force: true });
    throw error;
  }
}

function copyCommitted(source: string, target: string): void {
  makePrivateFile(target);
  using database = openForReading(source);
  // One read transaction: writers go on, and nothing of what they commit meanwhile is in the copy.
  database.prepare('vacuum into ?').run(target);
  using copy = openForReading(target);
  checkDatabase(copy, source);
}
