import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import type { Database, Schema } from './schema.ts';
import { createThreadDialect } from './thread-dialect.ts';
import { startDatabaseThread } from './thread-link.ts';

export interface OpenDatabase {
  database: Database;
  /** Finishes what was asked, closes the file and frees the folder. */
  close: () => Promise<void>;
}

/** Opens the database in a folder; rejects with a message for the person who started the server. */
export async function openDatabase(
  folder: string,
  onLost: (error: Error) => void,
): Promise<OpenDatabase> {
  prepareFolder(folder);
  const unlock = lockFolder(folder);
  const file = join(folder, 'thoughts.sqlite');
  try {
    await migrate(file);
    const link = startDatabaseThread(file, onLost);
    const database = new Kysely<Schema>({ dialect: createThreadDialect(link) });
    const close = async (): Promise<void> => {
      // Not by Kysely, which closes only what it has used.
      await link.close();
      unlock();
    };
    return { database, close };
  } catch (error) {
    unlock();
    throw explain(file, error);
  }
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(`The data folder ${folder} can't be written to.`, { cause });
  }
}

const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_NOT_A_DATABASE = 26;

function explain(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  if (code === SQLITE_CORRUPT || code === SQLITE_NOT_A_DATABASE) {
    return new Error(`${file} is damaged or no database. Restore a backup.`, { cause: error });
  }
  if (code === SQLITE_READONLY) {
    return new Error(`${file} can't be written to.`, { cause: error });
  }
  return error;
}
