import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createBatchRunner } from './batch-runner.ts';
import type { Statement } from './statement.ts';

test('statements that arrive together share one commit', () => {
  const { commits, run } = setUp();
  const before = commits();
  expect(run(insert(1), insert(2), insert(3)).map(({ type }) => type)).toEqual([
    'done',
    'done',
    'done',
  ]);
  expect(commits() - before).toBe(1);
});

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

test('when the whole batch is rolled back, all of it is said to have failed', () => {
  const { numbers, run } = setUp();
  const answers = run(insert(1), write('insert or rollback into numbers values (1)'), insert(2));
  expect(answers.map(({ type }) => type)).toEqual(['failed', 'failed', 'failed']);
  expect(numbers()).toEqual([]);
});

test('reading sees what was written before it in the same batch', () => {
  const { run } = setUp();
  expect(run(insert(7), { ...write('select n from numbers'), writes: false })[1]).toMatchObject({
    rows: [{ n: 7 }],
  });
});

test('more different statements than are kept prepared all work', () => {
  const { numbers, run } = setUp();
  const many = Array.from({ length: 250 }, (_, n) => write(`insert into numbers values (${n})`));
  expect(run(...many).every(({ type }) => type === 'done')).toBe(true);
  expect(numbers()).toHaveLength(250);
});

function setUp() {
  const database = new DatabaseSync(':memory:');
  database.exec('create table numbers (n integer primary key) strict');
  const runBatch = createBatchRunner(database);
  let committed = 0;
  const exec = database.exec.bind(database);
  database.exec = (sql) => {
    if (sql === 'commit') committed += 1;
    exec(sql);
  };
  return {
    run: (...statements: Statement[]) => runBatch(statements),
    numbers: () =>
      database
        .prepare('select n from numbers order by n')
        .all()
        .map(({ n }) => n),
    commits: () => committed,
  };
}

function insert(n: number): Statement {
  return { ...write('insert into numbers values (?)'), parameters: [n] };
}

function write(sql: string): Statement {
  return { id: 1, sql, parameters: [], writes: true };
}
