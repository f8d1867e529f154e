import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished, expect, test } from 'vitest';
import { migrate } from './migrate.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const [FIRST = '', SECOND = '', ...LATER] = readdirSync(FOLDER)
  .toSorted()
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'));
const NEWEST_VERSION = 2 + LATER.length;

test('an empty file becomes a database of the newest version', () => {
  const database = openFile();
  migrate(database);
  expect(versionOf(database)).toBe(NEWEST_VERSION);
  expect(tablesOf(database)).toEqual([
    'Thoughts-Data',
    'changes',
    'meta',
    'sessions',
    'tombstones',
    'users',
  ]);
});

test('each database signs cookies with a secret of its own', () => {
  const secrets = [openFile(), openFile()].map((database) => {
    migrate(database);
    return database.prepare(`select value from meta where key = 'cookie-secret'`).get()?.['value'];
  });
  for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/u);
  expect(secrets[0]).not.toBe(secrets[1]);
});

test('a database of the first program goes on with all its thoughts and people', () => {
  const database = openFile();
  createFormerDatabase(database);
  migrate(database);
  expect(versionOf(database)).toBe(NEWEST_VERSION);
  expect(database.prepare('select * from "Thoughts-Data"').all()).toEqual([
    expect.objectContaining({ textID: 'A'.repeat(20), text: 'kept', version: 3 }),
  ]);
  expect(database.prepare('select uid, email from users').all()).toEqual([
    expect.objectContaining({ uid: 'ada', email: 'ada@example.com' }),
  ]);
  // Nobody knows who vouched for them.
  expect(database.prepare('select * from sessions').all()).toEqual([]);
  expect(tablesOf(database)).not.toContain('kysely_migration');
});

test('who vouched for a person is taken from a session, where there is one', () => {
  const database = openFile();
  database.exec(`${FIRST}; ${SECOND}; pragma user_version = 2;
    insert into users values ('ada', 'Ada', null, 'ada@example.com', 1, 2);
    insert into users values ('eve', 'Eve', null, 'eve@example.com', 1, 2);
    insert into sessions values ('hash', 'ada', 'an issuer', 1, 2);`);
  migrate(database);
  expect(database.prepare('select uid, issuer, emailVerified from users').all()).toEqual([
    { uid: 'ada', issuer: 'an issuer', emailVerified: 0 },
    { uid: 'eve', issuer: null, emailVerified: 0 },
  ]);
});

test('a database of the newest version is left alone', () => {
  const database = openFile();
  migrate(database);
  const epoch = database.prepare('select value from meta').get();
  migrate(database);
  expect(database.prepare('select value from meta').get()).toEqual(epoch);
});

test.for([
  ['this program', `pragma user_version = 99`],
  [
    'the first program',
    `create table kysely_migration (name text); insert into kysely_migration values ('001-thoughts-users-sessions'), ('999-from-the-future')`,
  ],
])('a database that is newer by the count of %s is refused', ([, sql = '']) => {
  const database = openFile();
  database.exec(sql);
  expect(() => migrate(database)).toThrow(/newer version of this program\. Update the program\./u);
});

test('a migration that fails leaves nothing of itself', () => {
  const database = openFile();
  createFormerDatabase(database);
  database.exec('create table changes (of text, another text)');
  expect(() => migrate(database)).toThrow(/changes/u);
  expect(versionOf(database)).toBe(0);
  expect(tablesOf(database)).not.toContain('meta');
});

function openFile(file = ':memory:'): DatabaseSync {
  const database = new DatabaseSync(file);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

/** A database as the first program left it. */
function createFormerDatabase(database: DatabaseSync): void {
  database.exec(`${FIRST};
    create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer not null default 0);
    insert into kysely_migration values ('001-thoughts-users-sessions', '2026-11-01T00:00:00.000Z');
    insert into kysely_migration_lock values ('migration_lock', 0);
    insert into users values ('ada', 'Ada', null, 'ada@example.com', 1, 2);
    insert into sessions values ('hash', 'ada', 1, 2);
    insert into "Thoughts-Data" values ('${'A'.repeat(20)}', 'ada', 'Ada', 'kept', 5, '', 3);`);
}

function versionOf(database: DatabaseSync): unknown {
  return database.prepare('pragma user_version').get()?.['user_version'];
}

function tablesOf(database: DatabaseSync): unknown[] {
  return database
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name`,
    )
    .all()
    .map(({ name }) => name);
}
