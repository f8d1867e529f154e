import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Answer, Statement } from './statement.ts';

const PREPARED_LIMIT = 100;

/**
 * Returns the function that runs statements which arrived together: one commit for all of them, so
 * that they share one wait for the disk. Each is atomic by itself, and a failing one fails alone.
 */
export function createBatchRunner(
  database: DatabaseSync,
): (statements: readonly Statement[]) => Answer[] {
  const prepared = new Map<string, StatementSync>();

  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= PREPARED_LIMIT) prepared.clear();
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };

  const run = ({ id, sql, parameters }: Statement): Answer => {
    const statement = prepare(sql);
    if (statement.columns().length > 0) {
      return { id, type: 'done', rows: statement.all(...parameters), changes: 0 };
    }
    const changes = Number(statement.run(...parameters).changes);
    return { id, type: 'done', rows: [], changes };
  };

  const runAlone = (statement: Statement): Answer => {
    try {
      return run(statement);
    } catch (error) {
      return failed(statement, error);
    }
  };

  const runInTransaction = (statement: Statement): Answer => {
    try {
      return run(statement);
    } catch (error) {
      // A full disk, among others, makes SQLite roll back everything: then all of them failed.
      if (!database.isTransaction) throw error;
      return failed(statement, error);
    }
  };

  return (statements) => {
    if (!statements.some(({ writes }) => writes)) return statements.map(runAlone);
    try {
      database.exec('begin immediate');
      const answers = statements.map(runInTransaction);
      database.exec('commit');
      return answers;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      return statements.map((statement) => failed(statement, error));
    }
  };
}

function failed({ id }: Statement, error: unknown): Answer {
  return { id, type: 'failed', message: error instanceof Error ? error.message : String(error) };
}
