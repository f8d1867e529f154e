export const SQLITE_BUSY = 5;
export const SQLITE_READONLY = 8;
export const SQLITE_CORRUPT = 11;
export const SQLITE_NOT_A_DATABASE = 26;

/** SQLite's primary result code of an error; undefined when it is none of SQLite's. */
export function sqliteCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  // The higher bits only say more about it.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
