import { DatabaseSync } from 'node:sqlite';

/** Opens the database file so that what is committed is on disk, whatever happens next. */
export function openSqliteFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  // With WAL, NORMAL would lose the last commits when the power fails.
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  return database;
}
