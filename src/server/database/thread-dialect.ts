import {
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { isInputValue } from './statement.ts';
import type { ThreadLink } from './thread-link.ts';

/** Kysely's way to a database that lives in a thread of its own. */
export function createThreadDialect(link: ThreadLink): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createDriver: () => createDriver(link),
  };
}

function createDriver(link: ThreadLink): Driver {
  const connection = createConnection(link);
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
    destroy: () => link.close(),
  };
}

/** Statements of other requests run between those of a transaction: there is one connection. */
function refuseTransaction(): Promise<never> {
  return Promise.reject(
    new Error('Transactions are not offered here: write a single statement instead.'),
  );
}

function createConnection(link: ThreadLink): DatabaseConnection {
  return {
    executeQuery: async <Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> => {
      const { sql, parameters, query } = compiled;
      if (!parameters.every(isInputValue)) throw new TypeError('A parameter SQLite cannot hold.');
      const kind = SelectQueryNode.is(query) ? 'read' : 'write';
      const { rows, changes } = await link.run(sql, [...parameters], kind);
      // The library's edge: rows are what the schema's types say, by the migrations.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
    },
    // oxlint-disable-next-line require-yield
    async *streamQuery() {
      throw new Error('Streaming is not offered: read a page at a time.');
    },
  };
}
