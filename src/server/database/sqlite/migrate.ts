import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { COLLECTION } from '#shared/thought.ts';
import { missingMigrations, type Schema } from '#server/database/missing-migrations.ts';

/** Runs the migrations that a database lacks, all or none; `file` is what the operator calls it. */
export function migrate(database: DatabaseSync, file?: string): void {
  const schema = schemaOf(database, file);
  const missing = missingMigrations(schema).map(toSQLite);
  if (missing.length === 0) return;
  const version = schema.version + missing.length;
  try {
    database.exec(
      `begin immediate; ${missing.join(';')}; pragma user_version = ${version}; commit`,
    );
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

export function schemaOf(database: DatabaseSync, name = String(database.location())): Schema {
  const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
  return { version, name, folder: join(import.meta.dirname, 'migrations') };
}

/**
 * The shared tables in SQLite's dialect, which compares by bytes, and checks types in strict tables only. Written
 * once for each database, columns could differ; and a released file never changes, so neither does what this replaces.
 */
function toSQLite(sql: string): string {
  return sql
    .replaceAll(' collate "C"', '')
    .replaceAll(' bigint', ' integer')
    .replaceAll('\n);', '\n) strict;');
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
