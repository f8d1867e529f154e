import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { COLLECTION } from '#shared/thought.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

test('what was written is there when the folder is opened again', async () => {
  const folder = temporaryFolder();
  const first = await open(folder);
  await addThought(first, 'A');
  await first.close();
  const second = await open(folder);
  expect(await second.database.selectFrom(COLLECTION).select('text').execute()).toEqual([
    { text: 'hello' },
  ]);
});

test('a missing folder is created', async () => {
  const folder = join(temporaryFolder(), 'new', 'data');
  await open(folder);
  expect(existsSync(folder)).toBe(true);
});

test('writing many at once keeps each', async () => {
  const opened = await open(temporaryFolder());
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  await Promise.all(letters.map((letter) => addThought(opened, letter)));
  const rows = await opened.database.selectFrom(COLLECTION).selectAll().execute();
  expect(rows).toHaveLength(26);
});

test.for([
  ['an empty text', { text: '' }],
  ['a text that is too long', { text: 'x'.repeat(151) }],
  ['an id of another length', { textID: 'short' }],
] as const)('%s is refused by the table itself', async ([, wrong]) => {
  const opened = await open(temporaryFolder());
  await expect(addThought(opened, 'A', wrong)).rejects.toThrow(/CHECK constraint/u);
});

test('transactions are refused in plain words', async () => {
  const { database } = await open(temporaryFolder());
  const transaction = database.transaction().execute(() => Promise.resolve());
  await expect(transaction).rejects.toThrow(/Transactions are not offered/u);
});

test('a folder in use by a running server is refused, and free once that has stopped', async () => {
  const folder = temporaryFolder();
  const first = await open(folder);
  await expect(open(folder)).rejects.toThrow(/in use by another running server/u);
  await first.close();
  await open(folder);
});

test('a database of a newer program is refused and left as it is', async () => {
  const folder = temporaryFolder();
  await (await open(folder)).close();
  const file = new DatabaseSync(join(folder, 'thoughts.sqlite'));
  file.exec(`insert into kysely_migration values ('999-from-the-future', '2030-01-01')`);
  file.close();
  await expect(open(folder)).rejects.toThrow(/newer version of this program/u);
});

test('a file that is no database is refused and left as it is', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'thoughts.sqlite'), 'these are not the bytes you look for'.repeat(99));
  await expect(open(folder)).rejects.toThrow(/damaged or no database/u);
});

test('a folder that cannot be is refused', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(open(join(file, 'data'))).rejects.toThrow(/can't be written to/u);
});

async function open(folder: string): Promise<OpenDatabase> {
  const opened = await openDatabase(folder, (error) => {
    throw error;
  });
  cleanUps.push(() => opened.close());
  return opened;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

function addThought({ database }: OpenDatabase, letter: string, wrong: object = {}) {
  const row = { uID: 'ada', uName: 'Ada', uProfile: '', createdAt: 1, version: 1, text: 'hello' };
  return database
    .insertInto(COLLECTION)
    .values({ textID: letter.repeat(20), ...row, ...wrong })
    .execute();
}
