import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

/** What takes the place of a statement's question marks. */
export type Values = SQLInputValue[];

export interface Statement {
  sql: string;
  parameters?: Values;
}

export type Row = Record<string, SQLOutputValue>;

const PREPARED_LIMIT = 100;

/** Returns the function that runs a statement on a connection, compiling each SQL text once. */
export function createStatementRunner(database: DatabaseSync): (statement: Statement) => Row[] {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= PREPARED_LIMIT) prepared.clear();
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return ({ sql, parameters = [] }) => prepare(sql).all(...parameters);
}
