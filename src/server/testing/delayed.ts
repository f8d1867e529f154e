import type { Database, Statement } from '#server/database/database.ts';

/** A database's way to read or to write that gives its rows only after a wait. */
export function delayed(
  query: Database['read'],
  wait: (statements: readonly Statement[]) => Promise<void>,
): Database['read'] {
  return async <Results extends object[]>(...statements: Statement[]) => {
    const rows = await query<Results>(...statements);
    await wait(statements);
    return rows;
  };
}
