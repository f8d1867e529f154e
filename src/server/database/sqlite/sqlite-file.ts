import { DatabaseSync } from 'node:sqlite';

/** Milliseconds to wait for another process that is writing. */
const BUSY_TIMEOUT_MS = 5_000;
/** Pages in the write-ahead log before they are copied into the file: a page changed often goes once. */
const WAL_PAGES = 4_000;
/** Bytes of the write-ahead log that stay on disk when it starts again from the front. */
const WAL_LIMIT_BYTES = 4_096 * WAL_PAGES;

/** Opens a database file so that what is committed is on disk, whatever happens next. */
export function openForWriting(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  // With WAL, NORMAL would lose the last commits when the power fails; so would macOS without
  // fullfsync.
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on;
     pragma wal_autocheckpoint = ${WAL_PAGES}; pragma journal_size_limit = ${WAL_LIMIT_BYTES}`,
  );
  return database;
}

/** Opens a database file to read what is committed; a writer does not hold it up. */
export function openForReading(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
}
