import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SHARED = join(import.meta.dirname, 'migrations');

/** A database's schema: how many migrations it has, what the operator calls it, and the folder of its own migrations. */
export interface Schema {
  version: number;
  name: string;
  folder: string;
}

/**
 * The migrations that a database lacks, each the shared file and the database's own file of that name; throws
 * if a newer program wrote it.
 */
export function missingMigrations({ version, name, folder }: Schema): string[] {
  const files = new Set([...readdirSync(SHARED), ...readdirSync(folder)]);
  if (version > files.size) {
    throw new Error(`${name} was written by a newer version of this program. Update the program.`);
  }
  return [...files]
    .toSorted()
    .slice(version)
    .map((file) => {
      const parts = [join(SHARED, file), join(folder, file)].filter((part) => existsSync(part));
      return parts.map((part) => readFileSync(part, 'utf8')).join('');
    });
}

/** Throws, with a message for the operator, unless a database has exactly this program's migrations. */
export function requireCurrentSchema(schema: Schema): void {
  if (missingMigrations(schema).length === 0) return;
  throw new Error(`${schema.name} is of another version: start this version of the board first.`);
}
