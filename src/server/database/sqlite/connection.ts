import { DatabaseSync } from 'node:sqlite';
import type { Row, Statement, Value } from '#server/database/database.ts';
import { memoizeBySQL } from '#server/database/memoize-by-sql.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** Pages in the write-ahead log before a checkpoint, which copies a page once however often it changed. */
const WAL_PAGES = 4_000;
/** Bytes of the write-ahead log that stay on disk after a checkpoint. */
const WAL_LIMIT_BYTES = 4_096 * WAL_PAGES;

/** Opens a database file so that every commit is on disk. */
export function openForWriting(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  // With WAL, NORMAL may lose the last commits, and so may macOS without fullfsync. Deleted text is overwritten.
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on;
     pragma wal_autocheckpoint = ${WAL_PAGES}; pragma journal_size_limit = ${WAL_LIMIT_BYTES};
     pragma secure_delete = on`,
  );
  return database;
}

/** Opens a database file to read what is committed; a writer does not block it. */
export function openForReading(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
}

/** Returns what runs a statement on a connection, compiled at its first use; throws SQLite's own errors. */
export function createStatementRunner(database: DatabaseSync): (statement: Statement) => Row[] {
  const prepare = memoizeBySQL((sql) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    statement.setAllowUnknownNamedParameters(true);
    return { statement, names: statement.columns().map(({ name }) => name) };
  });
  return ({ sql, parameters = {} }) => {
    const { statement, names } = prepare(sql);
    return arraysOf(statement.all(parameters)).map((values) => rowOf(names, values));
  };
}

/** The library types rows as objects even when it returns arrays. */
function arraysOf(rows: unknown[]): Value[][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return rows as Value[][];
}

/** The library's own row objects are slow to read: encoding a page of them takes twice as long. */
function rowOf(names: readonly string[], values: readonly Value[]): Row {
  const row: Row = {};
  for (const [index, name] of names.entries()) row[name] = values[index] ?? null;
  return row;
}

/** Returns what runs statements that all see the same commit. */
export function createQuery(database: DatabaseSync): (statements: Statement[]) => Row[][] {
  const run = createStatementRunner(database);
  return (statements) => {
    // A single statement sees one commit anyway, and so do those of an open transaction.
    if (statements.length === 1 || database.isTransaction) return statements.map(run);
    run({ sql: 'begin' });
    try {
      return statements.map(run);
    } finally {
      // SQLite ends the transaction by itself when the disk fails.
      if (database.isTransaction) run({ sql: 'commit' });
    }
  };
}

/** SQLite's codes for faults of the machine, the file or another process, and not of the statement. */
export const SQLITE = {
  BUSY: 5,
  LOCKED: 6,
  NO_MEMORY: 7,
  IO_ERROR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANT_OPEN: 14,
  NOT_A_DATABASE: 26,
} as const;
const TRANSIENT: ReadonlySet<number | undefined> = new Set(Object.values(SQLITE));

/** The primary result code of an error; undefined when the error is not SQLite's. */
export function sqliteCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** An error for the operator if a file is damaged, or no database; otherwise the same error. */
export function explainDamage(error: unknown, message: string): unknown {
  const code = sqliteCodeOf(error);
  const isDamage = code === SQLITE.CORRUPT || code === SQLITE.NOT_A_DATABASE;
  return isDamage ? new Error(message, { cause: error }) : error;
}

/** Whether a later try may succeed: the statement was not at fault. */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(sqliteCodeOf(error));
}
