import type { Database } from './database.ts';
import { databaseFileIn, giveToOwnerOf, hasDatabase } from './sqlite/data-folder.ts';
import { openSQLite, openSQLiteForOperator } from './sqlite/open-sqlite.ts';

export interface DatabaseSettings {
  /** The address of a PostgreSQL database; null for SQLite in the data folder. */
  databaseURL: string | null;
  dataFolder: string;
}

/** Opens a board's database; rejects with a message for the operator. After `onLost` nothing can be written. */
export async function openDatabase(
  { databaseURL, dataFolder }: DatabaseSettings,
  onLost: (error: Error) => void,
): Promise<Database> {
  if (databaseURL === null) return openSQLite(dataFolder, onLost);
  // The driver is loaded only where it is needed.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(databaseURL);
}

/** Opens a database beside running servers, for a command: never creates or migrates it. */
export async function openForOperator({
  databaseURL,
  dataFolder,
}: DatabaseSettings): Promise<Database> {
  if (databaseURL === null) return openSQLiteForOperator(dataFolder);
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(databaseURL, 'operator');
}

/** Opens a database beside running servers, or makes one where there is no board yet, as its first start would. */
export async function openOrCreate(settings: DatabaseSettings): Promise<Database> {
  const { databaseURL, dataFolder } = settings;
  const isMissing = databaseURL === null && !hasDatabase(dataFolder);
  if (!isMissing) return openForOperator(settings);
  // If the worker is lost, the next write fails.
  const database = await openDatabase(settings, () => {});
  giveToOwnerOf(dataFolder, databaseFileIn(dataFolder));
  return database;
}
