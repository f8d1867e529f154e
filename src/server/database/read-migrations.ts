import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The SQL of the numbered files in a folder, in their order: the first leads to version 1. */
export function readMigrations(folder: string): string[] {
  const names = readdirSync(folder).toSorted();
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}
