import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the function that makes something of an SQL text once, and remembers it. */
export function memoizeBySQL<Result>(make: (sql: string) => Result): (sql: string) => Result {
  const known = new Map<string, Result>();
  return (sql) => {
    const made = known.get(sql) ?? make(sql);
    known.set(sql, made);
    return made;
  };
}

const SHARED = join(import.meta.dirname, 'migrations');

/** The migrations of a kind of database: of each, the tables that all kinds have, and what is its own. */
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
