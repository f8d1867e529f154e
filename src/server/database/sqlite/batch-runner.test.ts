import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createBatchRunner, type Write } from './batch-runner.ts';

test('a failing statement fails alone', () => {
  const { numbers, run } = setUp();
  const answers = run(insert(1), insert(1), insert(2));
  expect(answers.map(({ type }) => type)).toEqual(['done', 'failed', 'done']);
  expect(numbers()).toEqual([1, 2]);
});

test('a statement that fails halfway leaves nothing of itself', () => {
  const { numbers, run } = setUp();
  const [, answer] = run(insert(2), write('insert into numbers values (5), (2)'));
  expect(answer?.type).toBe('failed');
  expect(numbers()).toEqual([2]);
});

test('when the whole batch is rolled back, all of it has failed', () => {
  const { numbers, run } = setUp();
  const answers = run(insert(1), write('insert or rollback into numbers values (1)'), insert(2));
  expect(answers.map(({ type }) => type)).toEqual(['failed', 'failed', 'failed']);
  expect(numbers()).toEqual([]);
});

test('statements of one write are carried out together or not at all', () => {
  const { numbers, run } = setUp();
  const results = run(
    write('insert into numbers values (1)', 'insert into numbers values (2)'),
    write('insert into numbers values (3)', 'insert into numbers values (1)'),
  );
  expect(results.map(({ type }) => type)).toEqual(['done', 'failed']);
  expect(numbers()).toEqual([1, 2]);
});

test('a read sees what was written before it in the same write', () => {
  const { run } = setUp();
  expect(run(write('insert into numbers values (7)', 'select n from numbers'))).toMatchObject([
    { rows: [[], [{ n: 7 }]] },
  ]);
});

test('a commit that fails is reported with its reason, and the next one works', () => {
  const { numbers, runBatch } = setUp({ pages: 30 });
  const big = { sql: 'insert into texts values (?)', parameters: ['x'.repeat(200_000)] };
  const { results, failure } = runBatch([insert(1), { id: 2, statements: [big] }]);
  expect(failure).toMatch(/full/u);
  expect(results.map(({ type }) => type)).toEqual(['failed', 'failed']);
  expect(runBatch([insert(2)]).failure).toBeNull();
  expect(numbers()).toEqual([2]);
});

function setUp({ pages = 10_000 } = {}) {
  const database = new DatabaseSync(':memory:');
  database.exec(`pragma max_page_count = ${pages}; create table texts (text text) strict`);
  database.exec('create table numbers (n integer primary key) strict');
  const runBatch = createBatchRunner(database);
  return {
    runBatch,
    run: (...writes: Write[]) => runBatch(writes).results,
    numbers: () =>
      database
        .prepare('select n from numbers order by n')
        .all()
        .map(({ n }) => n),
  };
}

function insert(n: number): Write {
  return { id: 1, statements: [{ sql: 'insert into numbers values (?)', parameters: [n] }] };
}

function write(...statements: string[]): Write {
  return { id: 1, statements: statements.map((sql) => ({ sql })) };
}
