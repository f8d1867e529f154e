import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type Dialect, type SqliteStatement } from 'kysely';
import { isInputValue } from './statement.ts';

/** SQLite can create and alter tables inside a transaction, so a migration is all or nothing. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): true {
    return true;
  }
}

/** Kysely's way to a database in this very thread; for migrations, before anything is served. */
export function createPlainDialect(database: DatabaseSync): Dialect {
  const dialect = new SqliteDialect({
    database: { close: () => database.close(), prepare: (sql) => prepare(database, sql) },
  });
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
  };
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...checked(parameters)),
    run: (parameters) => statement.run(...checked(parameters)),
    iterate: (parameters) => statement.iterate(...checked(parameters)),
  };
}

function checked(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (!isInputValue(value)) throw new TypeError('A parameter SQLite cannot hold.');
    return value;
  });
}
