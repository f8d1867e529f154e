import type { DatabaseSync } from 'node:sqlite';
import { Problem } from '#shared/problem.ts';
import type { Database, Row, Statement } from '#server/database/database.ts';
import { typed } from '#server/database/typed-rows.ts';
import { isTransient } from './sqlite-error.ts';
import { createStatementRunner } from './statement.ts';

/** Creates the function that reads on a connection, as `Database` says of it. */
export function createRead(database: DatabaseSync): Database['read'] {
  const run = createStatementRunner(database);
  const readTogether = (statements: readonly Statement[]): Row[][] => {
    // One statement sees one commit by itself, and so do those of a transaction that is open.
    if (statements.length === 1 || database.isTransaction) return statements.map(run);
    run({ sql: 'begin' });
    try {
      return statements.map(run);
    } finally {
      // SQLite ends it by itself where the disk fails.
      if (database.isTransaction) run({ sql: 'commit' });
    }
  };
  return async <Results extends object[]>(...statements: Statement[]) => {
    try {
      return typed<Results>(readTogether(statements));
    } catch (cause) {
      throw isTransient(cause) ? new Problem('unavailable', { cause }) : cause;
    }
  };
}
