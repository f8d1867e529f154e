import type { Fault } from '#tests/planted/fault.ts';

export const DURABILITY: readonly Fault[] = [
  {
    name: 'SQLite does not wait for the disk',
    promise: 19,
    file: 'src/server/database/sqlite/connection.ts',
    search: 'synchronous = full',
    replace: 'synchronous = normal',
    seenBy:
      'node src/server/database/sqlite/worker-client.test.ts: what was written before closing is on disk, and nothing after it',
  },
  {
    name: 'a refused statement takes its whole batch back',
    promise: 19,
    file: 'src/server/database/sqlite/database-worker.ts',
    search: 'if (!database.isTransaction) throw error;',
    replace: 'if (database.isTransaction) throw error;',
    seenBy:
      'node src/server/database/sqlite/worker-client.test.ts: a failing statement fails alone',
  },
  {
    name: 'a write that a full disk refused counts as wrong',
    promise: 20,
    file: 'src/server/database/sqlite/worker-client.ts',
    search: "failure === null ? cause : new Problem('unavailable', { cause })",
    replace: "failure !== null ? cause : new Problem('unavailable', { cause })",
    seenBy:
      'node src/server/database/sqlite/worker-client.test.ts: the writes of a commit that failed are unavailable for now',
  },
  {
    name: 'SQLite opens the database of a newer program',
    promise: 21,
    file: 'src/server/database/sqlite/migrate.ts',
    search: 'if (version > migrations.length) {',
    replace: 'if (version > migrations.length + 1) {',
    seenBy: 'node src/server/database/sqlite/migrate.test.ts: is refused',
  },
  {
    name: 'a migration is not one transaction',
    promise: 19,
    file: 'src/server/database/sqlite/migrate.ts',
    search: '`begin immediate; ${sql}; pragma user_version = ${version}; commit`',
    replace: '`${sql}; pragma user_version = ${version}`',
    seenBy:
      'node src/server/database/sqlite/migrate.test.ts: a migration that fails leaves nothing of itself',
  },
  {
    name: 'two servers use one data folder',
    promise: 19,
    file: 'src/server/database/sqlite/data-folder.ts',
    search: 'begin exclusive',
    replace: 'begin',
    seenBy:
      'node src/server/database/sqlite/open-sqlite.test.ts: a folder in use by a running server is refused, and free once that has stopped',
  },
  {
    name: 'a restore brings sessions back',
    promise: 21,
    file: 'src/server/database/sqlite/backup.ts',
    search: 'delete from "sessions"; ',
    replace: '',
    seenBy:
      'processes src/server/database/sqlite/restore.test.ts: a restore ends all sessions, and keeps the people',
  },
  {
    name: 'a restore keeps the log’s epoch',
    promise: 21,
    file: 'src/server/database/sqlite/backup.ts',
    search: `where "key" = 'epoch'`,
    replace: `where "key" = 'former-epoch'`,
    seenBy: 'processes src/server/database/sqlite/restore.test.ts: a restore begins a new epoch',
  },
  {
    name: 'a PostgreSQL that takes over goes on in the same epoch',
    promise: 19,
    file: 'src/server/database/postgres/migrations/001-board.sql',
    search: '|| substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)',
    replace: '',
    seenBy:
      'postgres tests/postgres/failover.test.ts: every list ends equal to a standby that takes over',
  },
  {
    name: 'everybody on the computer can read a backup',
    promise: 15,
    file: 'src/server/database/durable-file.ts',
    search: 'FILE_MODE = 0o600',
    replace: 'FILE_MODE = 0o644',
    seenBy:
      'processes src/server/database/sqlite/backup.test.ts: a backup is for this user alone, overwrites nothing, and leaves nothing half',
  },
  {
    name: 'half an export is imported',
    promise: 21,
    file: 'src/server/operator/board-file.ts',
    search: "end !== hash.digest('hex')",
    replace: 'end === null',
    seenBy: 'postgres src/server/operator/transfer.test.ts: is refused before anything is added',
  },
  {
    name: 'an import brings deleted thoughts back',
    promise: 21,
    file: 'src/server/operator/records.ts',
    search: "unless: 'tombstones'",
    replace: 'unless: null',
    seenBy: 'postgres src/server/operator/transfer.test.ts: what is there already stays as it is',
  },
  {
    name: 'an import beside a running board is not noticed',
    promise: 21,
    file: 'src/server/database/sqlite/database-worker.ts',
    search: 'if (now !== known) send',
    replace: 'if (now === undefined) send',
    seenBy:
      'node src/server/database/sqlite/open-sqlite.test.ts: commits of this server and of others are reported, and which is which',
  },
  {
    name: 'PostgreSQL’s servers migrate without taking turns',
    promise: 22,
    file: 'src/server/database/postgres/migrate.ts',
    search: 'pg_advisory_xact_lock',
    replace: 'pg_try_advisory_xact_lock',
    seenBy:
      'postgres src/server/database/postgres/migrate.test.ts: ten servers that start together on an empty database share one schema',
  },
  {
    name: 'PostgreSQL’s restart counts as a wrong statement',
    promise: 19,
    file: 'src/server/database/postgres/connection.ts',
    search: '|57|',
    replace: '|',
    seenBy:
      'postgres src/server/database/postgres/writer.test.ts: a connection that is ended costs at most the writes under way',
  },
  {
    name: 'a lost connection to PostgreSQL counts as lost for ever',
    promise: 20,
    file: 'src/server/database/postgres/listener.ts',
    search: 'assumeChanges(null);',
    replace: '',
    seenBy:
      'postgres src/server/database/postgres/open-postgres.test.ts: is made up for when its connection is back',
  },
];
