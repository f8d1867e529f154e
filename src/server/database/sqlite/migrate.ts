import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { readMigrations } from '#server/database/read-migrations.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const FORMER_MIGRATION = '001-thoughts-users-sessions';

/**
 * Brings a database to this program's schema: what the numbered files in `migrations` lack, each in
 * one transaction with the number it leads to. A released file never changes. Throws when the
 * database was written by a newer program.
 */
export function migrate(database: DatabaseSync): void {
  const migrations = readMigrations(FOLDER);
  const version = versionOf(database);
  if (version > migrations.length) {
    const file = String(database.location());
    throw new Error(`${file} was written by a newer version of this program. Update the program.`);
  }
  migrations.forEach((sql, index) => {
    if (index >= version) apply(database, sql, index + 1);
  });
}

/** Throws unless a database is as this program left it. */
export function requireNewestVersion(database: DatabaseSync): void {
  if (versionOf(database) === readMigrations(FOLDER).length) return;
  const file = String(database.location());
  throw new Error(`${file} is of another version: start the board of this one first.`);
}

function apply(database: DatabaseSync, sql: string, version: number): void {
  try {
    database.exec(`begin immediate; ${sql}; pragma user_version = ${version}; commit`);
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
  return version === 0 ? formerVersionOf(database) : version;
}

/** The first program noted its one migration in a table. */
function formerVersionOf(database: DatabaseSync): number {
  const tables = database.prepare(`select 1 from sqlite_schema where name = 'kysely_migration'`);
  if (tables.get() === undefined) return 0;
  const names = database.prepare('select name from kysely_migration').all();
  const isKnown = names.every(({ name }) => name === FORMER_MIGRATION);
  return isKnown ? names.length : Infinity;
}
