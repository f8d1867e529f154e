import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSqliteFile } from './sqlite-file.ts';
import { startDatabaseThread } from './thread-link.ts';

const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
const file = join(folder, 'test.sqlite');
afterAll(() => rmSync(folder, { recursive: true }));

test('what was asked before closing is done before closing, and nothing after it', async () => {
  const link = startDatabaseThread(file, fail);
  const created = link.run('create table numbers (n integer)', [], 'write');
  const inserted = link.run('insert into numbers values (?)', [7], 'write');
  const closing = link.close();
  const late = link.run('insert into numbers values (?)', [8], 'write');
  await expect(late).rejects.toThrow('closing');
  await Promise.all([created, inserted, closing]);
  const database = openSqliteFile(file);
  expect(database.prepare('select n from numbers').all()).toMatchObject([{ n: 7 }]);
  // 2 is FULL: every commit waits for the disk.
  expect(database.prepare('pragma synchronous').get()).toMatchObject({ synchronous: 2 });
  expect(database.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
  database.close();
});

test('a thread that ends by itself is told, and refuses all that follows', async () => {
  const lost = Promise.withResolvers<Error>();
  const link = startDatabaseThread(join(folder, 'no', 'such', 'folder.sqlite'), lost.resolve);
  await expect(link.run('select 1', [], 'read')).rejects.toThrow('The database thread failed.');
  expect(await lost.promise).toHaveProperty('message', 'The database thread failed.');
  await expect(link.run('select 1', [], 'read')).rejects.toThrow('The database thread failed.');
  await link.close();
});

function fail(error: Error): void {
  throw error;
}
