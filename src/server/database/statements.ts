import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function memoizeBySQL<Result>(make: (sql: string) => Result): (sql: string) => Result {
  const known = new Map<string, Result>();
  return (sql) => {
    const made = known.get(sql) ?? make(sql);
    known.set(sql, made);
    return made;
  };
}

const SHARED = join(import.meta.dirname, 'migrations');

/** The migrations of a database: each is the shared file and the database's own file of that name. */
export function readMigrations(folder: string, translate = (sql: string) => sql): string[] {
  const names = new Set([...readdirSync(SHARED), ...readdirSync(folder)]);
  return [...names]
    .toSorted()
    .map((name) => translate(readPart(SHARED, name)) + readPart(folder, name));
}

function readPart(folder: string, name: string): string {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
