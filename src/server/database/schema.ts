import type { Kysely } from 'kysely';
import type { COLLECTION } from '#shared/thought.ts';
import type { SessionsTable } from './sessions-table.ts';
import type { ThoughtsTable } from './thoughts-table.ts';
import type { UsersTable } from './users-table.ts';

export interface Schema {
  [COLLECTION]: ThoughtsTable;
  users: UsersTable;
  sessions: SessionsTable;
}

export type Database = Kysely<Schema>;
