import { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { createThoughtsUsersSessions } from './migrations/001-thoughts-users-sessions.ts';
import { createPlainDialect } from './plain-dialect.ts';
import { openSqliteFile } from './sqlite-file.ts';

/** Every migration in order; a released one never changes. */
const MIGRATIONS: Record<string, Migration> = {
  '001-thoughts-users-sessions': { up: createThoughtsUsersSessions },
};

/** Brings a database file to this program's schema, creating it when there is none. */
export async function migrate(file: string): Promise<void> {
  const sqlite = openSqliteFile(file);
  const database = new Kysely<unknown>({ dialect: createPlainDialect(sqlite) });
  try {
    await refuseNewer(database, file);
    const migrator = new Migrator({
      db: database,
      provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
    });
    const { error } = await migrator.migrateToLatest();
    if (error instanceof Error) throw error;
    if (error !== undefined) throw new Error('The database could not be set up.', { cause: error });
  } finally {
    await database.destroy();
    if (sqlite.isOpen) sqlite.close();
  }
}

async function refuseNewer(database: Kysely<unknown>, file: string): Promise<void> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return;
  const done = await database
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  if (done.some(({ name }) => !Object.hasOwn(MIGRATIONS, name))) {
    throw new Error(`${file} was written by a newer version of this program. Update the program.`);
  }
}
