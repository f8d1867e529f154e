import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { COLLECTION } from '#shared/thought.ts';
import { readMigrations } from '#server/database/statements.ts';

const FOLDER = join(import.meta.dirname, 'migrations');

/** Runs the migrations that a database lacks; throws if a newer program wrote it. `file` is what the operator calls it. */
export function migrate(database: DatabaseSync, file = String(database.location())): void {
  const migrations = readMigrations(FOLDER, toSQLite);
  const version = versionOf(database);
  if (version > migrations.length) throw newerThanThis(file);
  migrations.forEach((sql, index) => {
    if (index >= version) apply(database, sql, index + 1);
  });
}

/** The shared tables in SQLite's dialect, which compares by bytes, and checks types in strict tables only. */
function toSQLite(sql: string): string {
  return sql
    .replaceAll(' collate "C"', '')
    .replaceAll(' bigint', ' integer')
    .replaceAll('\n);', '\n) strict;');
}

function newerThanThis(file: string): Error {
  return new Error(`${file} was written by a newer version of this program. Update the program.`);
}

export function requireNewestVersion(database: DatabaseSync): void {
  const [version, newest] = [versionOf(database), readMigrations(FOLDER).length];
  if (version === newest) return;
  const file = String(database.location());
  if (version > newest) throw newerThanThis(file);
  throw new Error(`${file} is of another version: start this version of the board first.`);
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
  return Number(database.prepare('pragma user_version').get()?.['user_version']);
}

/** Throws unless a database is intact and a board's; `file` is what the operator calls it. */
export function checkDatabase(database: DatabaseSync, file: string): void {
  const [first] = database.prepare('pragma integrity_check(1)').all();
  const strays = database.prepare('pragma foreign_key_check').all();
  if (first?.['integrity_check'] !== 'ok' || strays.length > 0) {
    throw new Error(`${file} is damaged.`);
  }
  const collection = database.prepare('select 1 from sqlite_schema where name = ?');
  if (collection.get(COLLECTION) === undefined) throw new Error(`${file} holds no thoughts.`);
}
