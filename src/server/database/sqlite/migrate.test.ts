import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openTestFolder, temporaryFolder } from '#tests/server/test-board.ts';
import { openForWriting } from './connection.ts';
import { databaseFileIn } from './data-folder.ts';
import { migrate, schemaOf } from './migrate.ts';
import { openSQLiteForOperator } from './open-sqlite.ts';

test.for([
  ['the next version', 1, /newer version of this program\. Update the program\./u],
  ['an earlier version', -1, /of another version: start this version of the board first/u],
] as const)('a database of %s is refused to a command', async ([, difference, said]) => {
  const folder = temporaryFolder();
  await openTestFolder(folder).close();
  using database = openForWriting(databaseFileIn(folder));
  database.exec(`pragma user_version = ${schemaOf(database).version + difference}`);
  expect(() => openSQLiteForOperator(folder)).toThrow(said);
});

test('a file that is no database is refused', () => {
  const folder = temporaryFolder();
  writeFileSync(databaseFileIn(folder), 'no database'.repeat(999));
  expect(() => openTestFolder(folder)).toThrow('is damaged, or not a database. Restore a backup.');
});

test('a failed migration leaves nothing behind', () => {
  using database = new DatabaseSync(':memory:');
  database.exec('create table changes (of text, another text)');
  expect(() => migrate(database)).toThrow(/changes/u);
  expect(database.prepare('pragma user_version').get()).toEqual({ user_version: 0 });
  expect(database.prepare('select name from sqlite_schema').all()).toEqual([{ name: 'changes' }]);
});
