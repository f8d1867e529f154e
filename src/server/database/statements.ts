import { readdirSync, readFileSync } from 'node:fs';
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

export function readMigrations(folder: string): string[] {
  const names = readdirSync(folder).toSorted();
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}
