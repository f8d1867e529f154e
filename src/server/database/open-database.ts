import type { Database } from './database.ts';
import { openSQLite, openSQLiteBeside } from './sqlite/open-sqlite.ts';

export interface DatabaseSettings {
  /** The address of a PostgreSQL database; null for SQLite in the data folder. */
  databaseURL: string | null;
  dataFolder: string;
}

/**
 * Opens a board's database; rejects with a message for the person who started the server. `onLost`
 * is called when the database ends by itself: nothing can be written then.
 */
export async function openDatabase(
  { databaseURL, dataFolder }: DatabaseSettings,
  onLost: (error: Error) => void,
): Promise<Database> {
  if (databaseURL === null) return openSQLite(dataFolder, onLost);
  // Only who needs it waits for the driver.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(databaseURL);
}

/**
 * Opens a board's database for a command, beside the servers that may use it, and be of another
 * version: it is not migrated, but made when it is asked to and is not there.
 */
export async function openBeside(
  { databaseURL, dataFolder }: DatabaseSettings,
  { isMade = false }: { isMade?: boolean } = {},
): Promise<Database> {
  if (databaseURL === null) return openSQLiteBeside(dataFolder, { isMade });
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(databaseURL, { isMade });
}
