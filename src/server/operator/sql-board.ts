import type { Database, Row, Statement } from '#server/database/database.ts';
import { KIND_NAMES, KINDS, type BoardRecord, type Kind, type MovableBoard } from './records.ts';

const PAGE_SIZE = 1_000;
/** Rows written in one commit, for which all other writers wait. */
const COMMIT_SIZE = 500;

/** A board in SQLite or PostgreSQL, which may be served meanwhile. */
export function createSQLBoard(
  database: Pick<Database, 'read' | 'snapshot' | 'write'>,
): MovableBoard {
  return {
    readAll: (each) =>
      database.snapshot(async (read) => {
        for (const kind of KIND_NAMES) {
          let after = '';
          for (;;) {
            const [rows] = await read<[Row]>(selectNext(kind, after));
            const last = rows.at(-1);
            if (last === undefined) break;
            each(rows.map((row) => ({ ...row, kind })));
            after = String(last[KINDS[kind].key]);
          }
        }
      }),
    add: async (records) => {
      let added = 0;
      for (let start = 0; start < records.length; start += COMMIT_SIZE) {
        const some = records.slice(start, start + COMMIT_SIZE);
        const results: Row[][] = await database.write(...some.map(insertRecord));
        added += results.flat().length;
      }
      return added;
    },
  };
}

/** Selects the next rows of a kind, in the order of their keys; every key is greater than ''. */
function selectNext(kind: Kind, after: string): Statement {
  const { table, key } = KINDS[kind];
  return {
    sql: `select * from "${table}" where "${key}" > :after order by "${key}" limit ${PAGE_SIZE}`,
    parameters: { after },
  };
}

/** Adds a record and returns its key; an existing record with that key stays. */
function insertRecord({ kind, ...row }: BoardRecord): Statement {
  const { table, key, unless } = KINDS[kind];
  const columns = Object.keys(row);
  const values = columns.map((column) => `:${column}`).join(', ');
  const condition =
    unless === null ? 'true' : `not exists (select 1 from "${unless}" where "${key}" = :${key})`;
  return {
    sql: `insert into "${table}" (${columns.map((column) => `"${column}"`).join(', ')})
      select ${values} where ${condition} on conflict do nothing returning "${key}"`,
    parameters: row,
  };
}
