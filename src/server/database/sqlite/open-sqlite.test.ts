import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { insertThought } from '#tests/setup/samples.ts';
import { openTestFolder as open } from '#server/testing/test-board.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { databaseFileIn } from './data-folder.ts';
import type { Database, Failure, People, Statement } from '#server/database/database.ts';

const SELECT_TEXTS: Statement = { sql: 'select text from "Thoughts-Data"' };

test('closing leaves all of it in the one file, where it is when that is opened again', async () => {
  const folder = temporaryFolder();
  const database = open(folder);
  await addThought(database);
  await database.read({ sql: 'select 1 from "users"' });
  await database.close();
  expect(existsSync(`${databaseFileIn(folder)}-wal`)).toBe(false);
  expect(await textsIn(open(folder))).toEqual(['hello']);
});

test('a missing folder is created, for this user alone', async () => {
  const folder = join(temporaryFolder(), 'new', 'data');
  await addThought(open(folder));
  const modes = [folder, databaseFileIn(folder), `${databaseFileIn(folder)}-wal`].map(modeOf);
  expect(modes).toEqual([0o700, 0o600, 0o600]);
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
  // Meanwhile this thread looks after nothing else.
  const deadline = performance.now() + 10_000;
  while (countThoughts.get()?.['n'] !== 3 && performance.now() < deadline) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
  expect(countThoughts.get()).toEqual({ n: 3 });
  await Promise.all(writing);
});

test('commits of this server and of others are reported, and which is which', async () => {
  const folder = temporaryFolder();
  const database = open(folder);
  const onCommit = vi.fn<() => void>();
  const onElsewhere = vi.fn<(uids: People) => void>();
  database.events.on('commit', onCommit);
  database.events.on('people', onElsewhere);
  // At the start one is reported in any case.
  await vi.waitFor(() => expect(onElsewhere).toHaveBeenCalledOnce());
  onCommit.mockClear();
  onElsewhere.mockClear();
  await addThought(database);
  await vi.waitFor(() => expect(onCommit).toHaveBeenCalledOnce());
  const byHand = new DatabaseSync(databaseFileIn(folder));
  byHand.exec('delete from "Thoughts-Data"');
  byHand.close();
  await vi.waitFor(() => expect(onElsewhere).toHaveBeenCalledExactlyOnceWith(null), {
    timeout: 5_000,
  });
  expect(onCommit).toHaveBeenCalledTimes(2);
});

test.for([
  ['an empty text', { text: '' }],
  ['a text that is too long', { text: 'x'.repeat(151) }],
  ['an id of another length', { textID: 'short' }],
] as const)('%s is refused by the table itself', async ([, wrong]) => {
  await expect(addThought(open(), wrong)).rejects.toThrow(/CHECK constraint/u);
});

test('a folder in use by a running server is refused, and free once that has stopped', async () => {
  const folder = temporaryFolder();
  const first = open(folder);
  expect(() => open(folder)).toThrow(/in use by another running server/u);
  await first.close();
  open(folder);
});

test('what is deleted stays nowhere in the file', async () => {
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

test('reading what the disk has lost is unavailable, and is reported once until it works', async () => {
  const folder = temporaryFolder();
  const first = open(folder);
  await addThought(first);
  await first.close();
  damageTable(databaseFileIn(folder), 'Thoughts-Data');
  const database = open(folder);
  const failed = vi.fn<(failure: Failure) => void>();
  database.events.on('failure', failed);
  const failure = { message: 'reading failed', reason: 'database disk image is malformed' };
  const lost = SELECT_TEXTS;
  const there = { sql: 'select 1 from "users"' };
  for (const statements of [[lost], [lost, there]]) {
    await expect(database.read(...statements)).rejects.toMatchObject({ code: 'unavailable' });
  }
  expect(failed.mock.calls).toEqual([[failure]]);
  await database.read(there);
  await expect(database.read(lost)).rejects.toMatchObject({ code: 'unavailable' });
  expect(failed.mock.calls).toEqual([[failure], [failure]]);
});

/** Overwrites the pages in which a table begins, as a failing disk may. */
function damageTable(file: string, table: string): void {
  const database = new DatabaseSync(file);
  const roots = database.prepare('select rootpage from sqlite_schema where tbl_name = ?');
  const pages = roots.all(table).map(({ rootpage }) => Number(rootpage));
  const { page_size: size } = database.prepare('pragma page_size').get() ?? {};
  database.close();
  const bytes = readFileSync(file);
  for (const page of pages.filter((number) => number > 0)) {
    bytes.fill(0xff, (page - 1) * Number(size), page * Number(size));
  }
  writeFileSync(file, bytes);
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

async function textsIn(database: Database): Promise<string[]> {
  const [rows] = await database.read<[{ text: string }]>(SELECT_TEXTS);
  return rows.map(({ text }) => text);
}

function addThought(database: Database, fields: { textID?: string; text?: string } = {}) {
  return database.write(insertThought(fields));
}
