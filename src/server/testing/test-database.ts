import { onTestFinished } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openDatabase, type DatabaseSettings } from '#server/database/open-database.ts';
import { openSQLite } from '#server/database/sqlite/open-sqlite.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { createTestBoard } from './test-board.ts';

/** Makes room for a board that is gone when the test has finished. */
export async function temporaryBoard(): Promise<DatabaseSettings> {
  const { remove, ...board } = await createTestBoard();
  onTestFinished(remove);
  return board;
}

/** Opens the SQLite database in a folder until the test has finished. */
export function openTestFolder(folder = temporaryFolder()): Database {
  const database = openSQLite(folder, fail);
  onTestFinished(() => database.close());
  return database;
}

/** Opens the database of a board, of an empty one unless it is given, until the test has finished. */
export async function openTestDatabase(board?: DatabaseSettings): Promise<Database> {
  const database = await openDatabase(board ?? (await temporaryBoard()), fail);
  onTestFinished(() => database.close());
  return database;
}

function fail(error: Error): never {
  throw error;
}
