import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { findPostgres, mayLeaveOutPostgres } from '#scripts/machine.ts';
import type { Database } from '#server/database/database.ts';
import { openPostgres } from '#server/database/postgres/open-postgres.ts';
import { startPostgres, type PostgresServer } from './postgres-server.ts';

/**
 * Starts a PostgreSQL before the tests of a file, and removes it after them. If none is installed, the
 * tests fail, unless they may be skipped.
 */
export function servePostgres(options: { isDurable?: boolean } = {}): () => PostgresServer {
  const isLeftOut = findPostgres() === undefined && mayLeaveOutPostgres;
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    if (!isLeftOut) server = await startPostgres(options);
  });
  beforeEach(({ skip }) => skip(isLeftOut, 'PostgreSQL is not installed.'));
  afterAll(() => server?.remove());
  return () => {
    if (server === undefined) throw new Error('PostgreSQL runs only during tests.');
    return server;
  };
}

/** Opens a database until the test has finished. */
export async function openTestPostgres(url: string): Promise<Database> {
  const database = await openPostgres(url);
  onTestFinished(() => database.close());
  return database;
}
