import { resolve } from 'node:path';
import { readDatabaseSettings } from '#server/config.ts';
import { messageOf } from '#server/errors/error-message.ts';
import type { DatabaseSettings } from '#server/database/open-database.ts';
import type { OperatorDatabase } from '#server/database/operator-database.ts';

/**
 * Runs an operator's command with its arguments and the environment, and prints what it returns; an
 * error ends it with its message.
 */
export async function runCommand(
  run: (args: readonly string[], environment: NodeJS.ProcessEnv) => string | Promise<string>,
): Promise<void> {
  try {
    process.stdout.write(`${await run(process.argv.slice(2), process.env)}\n`);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

/** Runs an operator's command with the board's settings and its arguments. */
export function runBoardCommand(
  run: (settings: DatabaseSettings, args: readonly string[]) => string | Promise<string>,
): Promise<void> {
  return runCommand((args, environment) => run(readDatabaseSettings(environment), args));
}

/** Runs a command with a database, which is closed after it. */
export async function withDatabase(
  opening: Promise<OperatorDatabase>,
  run: (database: OperatorDatabase) => Promise<string>,
): Promise<string> {
  const database = await opening;
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

/** The data folder of a command that is for SQLite's files. */
export function requireFolder({ databaseURL, dataFolder }: DatabaseSettings): string {
  if (databaseURL === null) return dataFolder;
  throw new Error(
    'DATABASE_URL is set, and PostgreSQL has its own tools for this: pg_dump and pg_restore.',
  );
}

/** The file that is a command's one argument. */
export function requireFile(name: string, [file]: readonly string[]): string {
  if (file === undefined) throw new Error(`Name a file: npm run ${name} -- FILE`);
  return resolve(file);
}
