import { DatabaseSync } from 'node:sqlite';
import { onTestFinished, expect, test } from 'vitest';
import { migrate } from './migrate.ts';

test('a database of the next version is refused', () => {
  const database = openMemory();
  migrate(database);
  const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
  database.exec(`pragma user_version = ${version + 1}`);
  expect(() => migrate(database)).toThrow(/newer version of this program\. Update the program\./u);
});

test('a failed migration leaves nothing behind', () => {
  const database = openMemory();
  database.exec('create table changes (of text, another text)');
  expect(() => migrate(database)).toThrow(/changes/u);
  expect(database.prepare('pragma user_version').get()).toEqual({ user_version: 0 });
  expect(database.prepare('select name from sqlite_schema').all()).toEqual([{ name: 'changes' }]);
});

function openMemory(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  return database;
}
