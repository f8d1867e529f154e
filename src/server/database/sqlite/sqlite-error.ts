export const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_NO_MEMORY = 7;
export const SQLITE_READONLY = 8;
const SQLITE_IO_ERROR = 10;
export const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANT_OPEN = 14;
export const SQLITE_NOT_A_DATABASE = 26;

/** What blames the machine, the file or another process, and not the statement. */
const TRANSIENT: ReadonlySet<number | undefined> = new Set([
  SQLITE_BUSY,
  SQLITE_LOCKED,
  SQLITE_NO_MEMORY,
  SQLITE_IO_ERROR,
  SQLITE_CORRUPT,
  SQLITE_FULL,
  SQLITE_CANT_OPEN,
  SQLITE_NOT_A_DATABASE,
]);

/** SQLite's primary result code of an error; undefined when it is none of SQLite's. */
export function sqliteCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  // The higher bits only say more about it.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** Whether what failed may work later, perhaps after a repair; else a statement is wrong. */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(sqliteCodeOf(error));
}
