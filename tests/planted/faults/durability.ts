export const DURABILITY = `
src/server/database/sqlite/connection.ts:
SQLite does not wait for the disk (19)
  - synchronous = full
  + synchronous = normal
  seen by node src/server/database/sqlite/open-sqlite.test.ts: every commit waits for the disk
src/server/database/sqlite/database-worker.ts:
writes are acknowledged into a database that was deleted (19)
  -     requireFile();
  -     database.exec('commit');
  +     database.exec('commit');
  seen by processes tests/security/bad-machine.test.ts: no write is acknowledged once the database was deleted
a refused statement takes its whole batch back (19)
  - if (!database.isTransaction) throw error;
  + if (database.isTransaction) throw error;
  seen by node src/server/database/database.test.ts: an invalid write fails alone, and leaves nothing behind
after a commit that failed at its end no write succeeds any more (20)
  - if (database.isTransaction) database.exec('rollback');
  seen by node src/server/database/sqlite/worker-client.test.ts: the writes of a commit that failed at 
src/server/database/create-database.ts:
writes that failed are counted for ever, until none is taken (20)
  - for (const { result } of batch) result.reject(new Problem('unavailable', { cause }));
  + for (const { result } of batch) result.reject(new Problem('unavailable', { cause }));
  + return;
  seen by node src/server/database/create-database.test.ts: writes that failed make room for others
a slow disk holds up writes without limit (20)
  - unsettled >= WAITING_LIMIT
  + waiting.length >= WAITING_LIMIT
  seen by node src/server/database/create-database.test.ts: a disk that is slow holds up at most 5,000 writes
an outage ends and begins with each read that fails (20)
  - const rows = await query(statements);
  + monitor.report('reading failed', null);
  + const rows = await query(statements);
  seen by node src/server/database/create-database.test.ts: an outage begins once and ends once
nobody is told that PostgreSQL refuses commits (20)
  - monitor.report('a commit failed', messageOf(cause));
  seen by postgres src/server/database/postgres/open-postgres.test.ts: a connection that is ended costs at most the writes under way
a database that can be read, but not written to, counts as well again (20)
  - failing.delete(message) && failing.size === 0
  + failing.delete(message)
  seen by node src/server/http/log.test.ts: an outage is logged when it begins and when it ends
a write that a full disk refused counts as wrong (20)
  - result.reject(new Problem('unavailable', { cause }))
  + result.reject(cause)
  seen by node src/server/database/sqlite/worker-client.test.ts: the writes of a commit that failed at 
after an outage one server's writes keep all others waiting (22)
  - waiting.splice(0, BATCH_LIMIT)
  + waiting.splice(0)
  seen by node src/server/database/create-database.test.ts: at most 500 are one commit
src/server/start-server.ts:
a stop closes the database under requests (19)
  - await app.close();
  -     await database.close();
  + await database.close();
  +     await app.close();
  seen by node src/server/start-server.test.ts: a stop finishes the requests under way
src/server/database/missing-migrations.ts:
the database of a newer program is opened (21)
  - version > files.size
  + version > files.size + 1
  seen by node src/server/database/sqlite/migrate.test.ts: is refused
src/server/database/sqlite/migrate.ts:
a migration is not one transaction (19)
  - begin immediate; \${missing.join(';')}; pragma user_version = \${version}; commit
  + \${missing.join(';')}; pragma user_version = \${version}
  seen by node src/server/database/sqlite/migrate.test.ts: a failed migration leaves nothing behind
src/server/database/sqlite/data-folder.ts:
a data folder that the system refuses to make keeps the start busy for ever (24)
  -   makeFolder(dirname(folder));
  -   mkdirSync(folder, { mode: FOLDER_MODE });
  + mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  seen by processes src/server/main.test.ts: a data folder that the system refuses to make ends the start
two servers use one data folder (19)
  - begin exclusive
  + begin
  seen by node src/server/database/sqlite/open-sqlite.test.ts: a folder in use by a running server is refused, and free once that has stopped
src/server/database/sqlite/worker-client.ts:
a server that can write nothing any more runs on (20)
  - if (!isClosing) onLost(error);
  seen by node src/server/database/sqlite/worker-client.test.ts: the end of a worker by itself is reported
src/server/output.ts:
a log whose reader has gone ends the server (20)
  - stream.on('error', () => {});
  seen by node src/server/output.test.ts
src/server/database/open-database.ts:
a board that the administrator imports can't be opened by the server (21)
  -   giveToOwnerOf(dataFolder, databaseFileIn(dataFolder));
  seen by processes src/server/database/sqlite/backup.test.ts: a database that the administrator restores
src/server/database/sqlite/backup.ts:
a database whose log is beside it is restored without its newest thoughts (21)
  -   requireNoLog(backup);
  seen by processes src/server/database/sqlite/backup.test.ts: a database whose newest thoughts are in the log
a database that a link leads to is restored without its newest thoughts (21)
  - realpathSync(backup)
  + backup
  seen by processes src/server/database/sqlite/backup.test.ts: a database whose newest thoughts are in the log
the board that a restore replaced lacks its last commits after a crash (21)
  -     foldLog(file);
  seen by processes src/server/database/sqlite/backup.test.ts: a restore keeps the previous board in one file
a restore brings sessions back (21)
  - delete from "sessions";
  seen by processes src/server/database/sqlite/backup.test.ts: a restore ends all sessions, keeps the people
a restore keeps the log’s epoch (21)
  - where "key" = 'epoch'
  + where "key" = 'former-epoch'
  seen by processes src/server/database/sqlite/backup.test.ts: a restore ends all sessions, keeps the people
the log that a killed restore has left is read into the next one (21)
  - removeDatabase(unfinished);
  -     prepareCopy
  + prepareCopy
  seen by processes src/server/database/sqlite/backup.test.ts: what a killed restore has left, with its log, is in no later one
src/server/database/postgres/migrations/001-board.sql:
a PostgreSQL that takes over goes on in the same epoch (19)
  - || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
  seen by postgres tests/postgres/failover.test.ts: every list ends equal to a standby that takes over
src/server/database/durable-file.ts:
a restored board has the mode of its backup, and a read-only one is not restored (21)
  -   chmodSync(to, FILE_MODE);
  seen by processes src/server/database/sqlite/backup.test.ts: a backup is for this user alone, as is what it restores
everybody on the computer can read a backup (15)
  - FILE_MODE = 0o600
  + FILE_MODE = 0o644
  seen by processes src/server/database/sqlite/backup.test.ts: a backup is for this user alone, as is what it restores
a backup gets its name before it is on disk (21)
  - sync(from);
  -   renameSync(from, to);
  + renameSync(from, to);
  +   sync(to);
  seen by node src/server/database/durable-file.test.ts: a finished file is on disk before it gets its name
backups that a full disk broke off fill it for good (20)
  - for (const end of ['', '-journal'])
  + for (const end of ['-journal'])
  seen by node src/server/database/durable-file.test.ts: is gone, with what SQLite kept beside it
src/server/operator/board-file.ts:
half an export is imported (21)
  - end !== hash.digest('hex')
  + end === null
  seen by postgres src/server/operator/transfer.test.ts: is refused before anything is added
a file is imported as far as it is whole (21)
  - await checkFile(source);
  seen by postgres src/server/operator/transfer.test.ts: is refused before anything is added
people are imported in several batches (21)
  - batch.length >= BATCH_SIZE && record.kind !== 'person'
  + batch.length >= BATCH_SIZE
  seen by postgres src/server/operator/transfer.test.ts: gives them all to the board at once
src/server/operator/records.ts:
an import brings deleted thoughts back (21)
  - unless: 'tombstones'
  + unless: null
  seen by postgres src/server/operator/transfer.test.ts: existing records stay as they are
src/server/operator/sql-board.ts:
an export mixes two moments of a board (21)
  - await read<[Row]>
  + await database.read<[Row]>
  seen by node src/server/operator/export.test.ts: an export made during writes is the board at one moment
src/server/database/sqlite/open-sqlite.ts:
the disk waits for the server between two commits (1)
  - takesWritesEarly: true
  + takesWritesEarly: false
  seen by node src/server/database/sqlite/open-sqlite.test.ts: writes that wait follow a commit at once
src/server/database/postgres/migrate.ts:
PostgreSQL’s servers migrate without taking turns (22)
  - pg_advisory_xact_lock
  + pg_try_advisory_xact_lock
  seen by postgres src/server/database/postgres/migrate.test.ts: ten servers that start together on an empty database share one schema
a migration that takes long is given up (21)
  - ...withoutTimeLimits(settings), lock_timeout: 0
  + ...settings
  seen by postgres src/server/database/postgres/migrate.test.ts: neither a migration nor a command has a time limit
src/server/database/postgres/open-postgres.ts:
a write on a dead connection hangs for fifteen seconds (20)
  - if (performance.now() - usedAt > UNUSED_MS) await replaceIfDead(pool);
  seen by postgres src/server/database/postgres/open-postgres.test.ts: a connection that has died silently while it was unused
a command that takes long is given up (21)
  - isForOperator ? withoutTimeLimits(connectionTo(url)) : connectionTo(url)
  + connectionTo(url)
  seen by postgres src/server/database/postgres/migrate.test.ts: neither a migration nor a command has a time limit
src/server/database/postgres/connection.ts:
PostgreSQL’s restart counts as a wrong statement (19)
  - |57|
  + |
  seen by postgres src/server/database/postgres/open-postgres.test.ts: a connection that is ended costs at most the writes under way
writes wait for ever for a PostgreSQL that is gone without a word (20)
  -     query_timeout: STATEMENT_TIMEOUT_MS + LOCK_TIMEOUT_MS,
  seen by postgres src/server/database/postgres/open-postgres.test.ts: a write without an answer is given up
a connection to a server that was taken over from is kept (19)
  - client.release(isTransient(error))
  + client.release()
  seen by postgres src/server/database/postgres/open-postgres.test.ts: a connection that may only read
tools/firebase-transfer/firebase-board.ts:
an import to Firebase that was broken off can't be run again for a while (21)
  - batchGet\`, { documents });
  + batchGet\`, { documents, newTransaction: { readWrite: {} } });
  seen by processes tests/firebase/transfer.test.ts: an import that breaks off before it writes holds up the next one by no lock
tools/hosted/kept-board.ts:
one document without fields ends the keeping of the board on Firebase (19)
  - fields: v.optional(Fields, {})
  + fields: Fields
  seen by node tools/hosted/kept-board.test.ts: a document without any field, as another program may add it, keeps nobody's thoughts
tools/hosted/main.ts:
a second board over the same data on Firebase loses what one of them has (7)
  - lockFolder(folder, '--data');
  + () => {};
  seen by browser tests/firebase/start.browser.test.ts: a second board over the same data is refused
src/server/http/create-app.ts:
while a server stops, who comes to it reads an error (22)
  - return503OnClosing: false
  + return503OnClosing: true
  seen by node src/server/http/listen.test.ts: and answers others until then
`;
