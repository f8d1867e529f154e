import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { insertThought } from '#tests/setup/samples.ts';
import { openTestFolder as open, temporaryFolder } from '#tests/server/test-board.ts';
import { createQuery, openForReading, openForWriting } from './connection.ts';
import { databaseFileIn, isOnShare } from './data-folder.ts';
import type { Database } from '#server/database/database.ts';

test('a missing folder is created, for this user alone', async () => {
  const folder = join(temporaryFolder(), 'new', 'data');
  await addThought(open(folder));
  const paths = [folder, databaseFileIn(folder), `${databaseFileIn(folder)}-wal`];
  expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
});

test('every commit waits for the disk', async () => {
  const folder = temporaryFolder();
  await open(folder).close();
  using database = openForWriting(databaseFileIn(folder));
  // 2 is FULL.
  expect(database.prepare('pragma synchronous').get()).toMatchObject({ synchronous: 2 });
  expect(database.prepare('pragma fullfsync').get()).toMatchObject({ fullfsync: 1 });
  expect(database.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
});

test('what is read together is of one commit', () => {
  const file = join(temporaryFolder(), 'thoughts.sqlite');
  using writer = openForWriting(file);
  writer.exec('create table "thoughts" ("text" text)');
  using reader = openForReading(file);
  const sql = 'select count(*) as "count" from "thoughts"';
  const later = {
    get sql() {
      writer.exec(`insert into "thoughts" values ('meanwhile')`);
      return sql;
    },
  };
  expect(createQuery(reader)([{ sql }, later])).toEqual([[{ count: 0 }], [{ count: 0 }]]);
});

test('writes that wait follow a commit at once, however busy the server is', async () => {
  const folder = temporaryFolder();
  const database = open(folder);
  using other = new DatabaseSync(databaseFileIn(folder));
  const countThoughts = other.prepare('select count(*) as "n" from "Thoughts-Data"');
  other.exec('begin immediate');
  const writing = [];
  for (let turn = 0; turn < 3; turn += 1) {
    writing.push(addThought(database));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
  other.exec('commit');
  // This thread blocks meanwhile, so the worker gets no messages from it.
  const deadline = performance.now() + 10_000;
  while (countThoughts.get()?.['n'] !== 3 && performance.now() < deadline) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
  expect(countThoughts.get()).toEqual({ n: 3 });
  await Promise.all(writing);
});

test.for([
  ['an empty text', { text: '' }],
  ['an id of another length', { textID: 'short' }],
] as const)('%s is refused by the table itself', async ([, wrong]) => {
  await expect(addThought(open(), wrong)).rejects.toThrow(/CHECK constraint/u);
});

test('a folder in use by a running server is refused, and free once that has stopped', async () => {
  const folder = temporaryFolder();
  const first = open(folder);
  expect(() => open(folder)).toThrow(
    /in use by another running server: stop it, or .* by DATA_DIR\./u,
  );
  await first.close();
  open(folder);
});

test('a folder on a network share is told from one on a disk', () => {
  const folder = temporaryFolder();
  expect([isOnShare(folder), isOnShare(folder, () => ({ type: 0x6969 }))]).toEqual([false, true]);
});

test('deleted text stays nowhere in the file', async () => {
  const folder = temporaryFolder();
  const first = open(folder);
  await addThought(first, { text: 'unforgettable' });
  await first.close();
  expect(readFileSync(databaseFileIn(folder)).includes('unforgettable')).toBe(true);
  const second = open(folder);
  await second.write({ sql: 'delete from "Thoughts-Data"' });
  await second.close();
  expect(readFileSync(databaseFileIn(folder)).includes('unforgettable')).toBe(false);
});

function addThought(database: Database, fields: { textID?: string; text?: string } = {}) {
  return database.write(insertThought(fields));
}
