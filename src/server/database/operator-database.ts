import { existsSync } from 'node:fs';
import { databaseFileIn, giveToOwnerOf } from './data-folder.ts';
import type { Database } from './database.ts';
import { openDatabase, type DatabaseSettings } from './open-database.ts';
import { openSQLiteForOperator } from './sqlite/open-sqlite-for-operator.ts';

/** A board's database as an operator's command uses it, also while the board is served. */
export interface OperatorDatabase extends Pick<Database, 'read' | 'write' | 'close'> {
  /** Runs a task whose reads all see the same commit, however long it takes. */
  snapshot: <Result>(task: (read: Database['read']) => Promise<Result>) => Promise<Result>;
  /**
   * Erases what was deleted from the disk, as far as that is in the program's hands; returns a
   * sentence on what is left, or null.
   */
  eraseDeleted: () => string | null;
}

/** Makes a board's database, unless it is there. */
export async function ensureDatabase(settings: DatabaseSettings): Promise<void> {
  const { databaseURL, dataFolder } = settings;
  // A server may be using the one that is there, and be of another version.
  if (await hasDatabase(settings)) return;
  const database = await openDatabase(settings, () => {});
  await database.close();
  if (databaseURL === null) giveToOwnerOf(dataFolder, databaseFileIn(dataFolder));
}

async function hasDatabase({ databaseURL, dataFolder }: DatabaseSettings): Promise<boolean> {
  if (databaseURL === null) return existsSync(databaseFileIn(dataFolder));
  const { hasTables } = await import('./postgres/open-postgres-for-operator.ts');
  return hasTables(databaseURL);
}

/** Opens a board's database; rejects with a message for the operator. */
export async function openForOperator(settings: DatabaseSettings): Promise<OperatorDatabase> {
  const { databaseURL, dataFolder } = settings;
  if (databaseURL === null) return openSQLiteForOperator(dataFolder);
  const { openPostgresForOperator } = await import('./postgres/open-postgres-for-operator.ts');
  return openPostgresForOperator(databaseURL);
}
