import { DatabaseSync } from 'node:sqlite';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { newId, validateText } from '#shared/thought.ts';
import { cutText } from '#client/input/text-field.ts';
import { EDGE_TEXTS } from '#tests/text-limit-cases.ts';

const SCHEMA = readFileSync('src/server/database/sqlite/migrations/001-board.sql', 'utf8');

// The server's routes and Firestore's rules answer the same texts in the access matrix.
test.each(EDGE_TEXTS)('$name: allowed is $isAllowed', ({ text, isAllowed }) => {
  expect(validateText(text)).toBe(isAllowed ? null : 'text-too-long');
  expect(cutText(text, TEXT_LIMIT) === text).toBe(isAllowed);
});

// It knows code points only, and is asked for nothing else.
test.each(EDGE_TEXTS.filter(({ isAllowed }) => isAllowed))(
  'the database takes $name',
  ({ text }) => {
    expect(() => insert(text)).not.toThrow();
  },
);

test('the database takes no more than the limit in code points', () => {
  expect(() => insert('😀'.repeat(TEXT_LIMIT))).not.toThrow();
  expect(() => insert('😀'.repeat(TEXT_LIMIT + 1))).toThrow(/CHECK constraint failed/u);
});

function insert(text: string): void {
  const database = new DatabaseSync(':memory:');
  database.exec(SCHEMA);
  database
    .prepare(`insert into "Thoughts-Data" values (?, 'ada', 'Ada', ?, 1, '', 1)`)
    .run(newId(), text);
  database.close();
}
