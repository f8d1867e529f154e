import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row, Statement, Value } from '#server/database/database.ts';
import { memoizeBySQL } from '#server/database/memoize-by-sql.ts';

interface Prepared {
  statement: StatementSync;
  names: string[];
}

/** Returns the function that runs a statement on a connection, compiling each SQL text once. */
export function createStatementRunner(database: DatabaseSync): (statement: Statement) => Row[] {
  const prepare = memoizeBySQL((sql): Prepared => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return { statement, names: statement.columns().map(({ name }) => name) };
  });
  return ({ sql, parameters = [] }) => {
    const { statement, names } = prepare(sql);
    return arraysOf(statement.all(...parameters)).map((values) => rowOf(names, values));
  };
}

/** The library's edge: it types rows as objects also when it is to return arrays. */
function arraysOf(rows: unknown[]): Value[][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return rows as Value[][];
}

/** The library's own row objects are slow to read: a page of them takes twice as long to encode. */
function rowOf(names: readonly string[], values: readonly Value[]): Row {
  const row: Row = {};
  for (const [index, name] of names.entries()) row[name] = values[index] ?? null;
  return row;
}
