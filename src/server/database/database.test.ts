import { beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase, temporaryBoard } from '#tests/server/test-board.ts';
import type { Database, Failure, Statement } from './database.ts';
import type { DatabaseSettings } from './open-database.ts';

const SELECT_NUMBERS = { sql: 'select "n" from "numbers" order by "n"' };
const WRONG = { sql: 'select "nothing"' };

let board: DatabaseSettings;
let database: Database;

beforeEach(async () => {
  board = await temporaryBoard();
  database = await openTestDatabase(board);
  await database.write({ sql: 'create table "numbers" ("n" bigint unique)' });
});

test('an invalid read is rejected, is no failure of the database, and the next one works', async () => {
  const failed = vi.fn<(failure: Failure) => void>();
  database.events.on('failure', failed);
  for (const statements of [[WRONG], [SELECT_NUMBERS, WRONG]]) {
    await expect(database.read(...statements)).rejects.toThrow(/nothing/u);
  }
  expect(await database.read(SELECT_NUMBERS)).toEqual([[]]);
  expect(failed).not.toHaveBeenCalled();
});

test('a read of a closed database is no failure of it', async () => {
  const failed = vi.fn<(failure: Failure) => void>();
  database.events.on('failure', failed);
  await database.close();
  await expect(database.read(SELECT_NUMBERS)).rejects.toThrow(/unavailable|refused/u);
  expect(failed).not.toHaveBeenCalled();
});

test('an invalid write fails alone, and leaves nothing behind', async () => {
  const writes = [
    [insert(1), insert(2)],
    [insert(2)],
    [insert(3), insert(1)],
    [{ sql: 'insert into "numbers" values (4), (2)' }],
    [WRONG],
    [insert(5)],
  ];
  const settled = await Promise.allSettled(
    writes.map((statements) => database.write(...statements)),
  );
  const refused = { reason: { message: expect.stringMatching(/^The database refused: /u) } };
  const done = { status: 'fulfilled' };
  expect(settled).toMatchObject([done, refused, refused, refused, refused, done]);
  expect(await numbersIn(database)).toEqual([1, 2, 5]);
  expect(database.failedAt()).toBeNull();
});

test('closing finishes earlier writes, and refuses later ones', async () => {
  const writes = Array.from({ length: 1_200 }, (_, n) => database.write(insert(n)));
  const closing = database.close();
  await expect(database.write(insert(-1))).rejects.toThrow(/clos/u);
  await Promise.all([...writes, closing]);
  expect(await numbersIn(await openTestDatabase(board))).toHaveLength(1_200);
});

function insert(n: number): Statement {
  return { sql: 'insert into "numbers" values (:n)', parameters: { n } };
}

async function numbersIn({ read }: Database): Promise<number[]> {
  const [rows] = await read<[{ n: number }]>(SELECT_NUMBERS);
  return rows.map(({ n }) => n);
}
