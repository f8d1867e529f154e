import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteCodeOf } from './sqlite-error.ts';

const SQLITE_CONSTRAINT = 19;

test('an error is known by its kind, however much more its code says', () => {
  using database = new DatabaseSync(':memory:');
  database.exec('create table once (id integer primary key); insert into once values (1)');
  const codes = ['insert into once values (1)', 'select nothing'].map((sql) => {
    try {
      return database.exec(sql);
    } catch (error) {
      return sqliteCodeOf(error);
    }
  });
  expect(codes).toEqual([SQLITE_CONSTRAINT, 1]);
});

test('an error of something else has no code of SQLite’s', () => {
  expect(sqliteCodeOf(new Error('SQLITE_BUSY'))).toBeUndefined();
  expect(sqliteCodeOf('SQLITE_BUSY')).toBeUndefined();
});
