import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row, RowsOf } from './database.ts';

/** Reads, and writes, that may wait at once; who comes after them tries again later. */
export const WAITING_LIMIT = 5_000;

/** Returns the function that makes something of an SQL text once, and remembers it. */
export function memoizeBySQL<Result>(make: (sql: string) => Result): (sql: string) => Result {
  const known = new Map<string, Result>();
  return (sql) => {
    const made = known.get(sql) ?? make(sql);
    known.set(sql, made);
    return made;
  };
}

/** The edge of a driver: rows are what the statements and the migrations make them. */
export function typed<Results extends object[]>(rows: readonly Row[][]): RowsOf<Results> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return rows as RowsOf<Results>;
}

export function readMigrations(folder: string): string[] {
  const names = readdirSync(folder).toSorted();
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}
