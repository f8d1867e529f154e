import type { Row, RowsOf } from './database.ts';

/** The edge of a driver: rows are what the statements and the migrations make them. */
export function typed<Results extends object[]>(rows: readonly Row[][]): RowsOf<Results> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return rows as RowsOf<Results>;
}
