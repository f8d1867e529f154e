import { sql, type Kysely } from 'kysely';

/** Creates the collection, the users and their sessions. */
export async function createThoughtsUsersSessions(database: Kysely<unknown>): Promise<void> {
  await createThoughts(database);
  await database.schema
    .createTable('users')
    .addColumn('uid', 'text', (column) => column.primaryKey().notNull())
    .addColumn('displayName', 'text')
    .addColumn('photoURL', 'text')
    .addColumn('email', 'text')
    .addColumn('creationTime', 'integer', (column) => column.notNull())
    .addColumn('lastSignInTime', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await database.schema
    .createTable('sessions')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('uid', 'text', (column) => column.notNull().references('users.uid'))
    .addColumn('createdAt', 'integer', (column) => column.notNull())
    .addColumn('lastSeenAt', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
}

async function createThoughts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('Thoughts-Data')
    .addColumn('textID', 'text', (column) =>
      column
        .primaryKey()
        .notNull()
        .check(sql`length("textID") = 20`),
    )
    .addColumn('uID', 'text', (column) => column.notNull())
    .addColumn('uName', 'text', (column) => column.notNull())
    // SQLite counts code points: never more than the UTF-16 units that the limit is in.
    .addColumn('text', 'text', (column) =>
      column.notNull().check(sql`length("text") between 1 and 150`),
    )
    .addColumn('createdAt', 'integer', (column) => column.notNull())
    .addColumn('uProfile', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().check(sql`"version" >= 1`))
    .modifyEnd(sql`strict`)
    .execute();
  await database.schema
    .createIndex('thoughts-newest-first')
    .on('Thoughts-Data')
    .columns(['createdAt desc', 'textID desc'])
    .execute();
  await database.schema
    .createIndex('thoughts-by-author')
    .on('Thoughts-Data')
    .columns(['uID', 'createdAt desc', 'textID desc'])
    .execute();
}
