import type { DatabaseSync } from 'node:sqlite';
import { COLLECTION } from '#shared/thought.ts';

/** Throws, with the name of a file for the operator, unless a database is whole and is one of this program. */
export function checkDatabase(database: DatabaseSync, file: string): void {
  const [first] = database.prepare('pragma integrity_check(1)').all();
  const strays = database.prepare('pragma foreign_key_check').all();
  if (first?.['integrity_check'] !== 'ok' || strays.length > 0) {
    throw new Error(`${file} is damaged.`);
  }
  const collection = database.prepare('select 1 from sqlite_schema where name = ?');
  if (collection.get(COLLECTION) === undefined) throw new Error(`${file} holds no thoughts.`);
}
