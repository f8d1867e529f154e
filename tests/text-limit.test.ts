import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { TEXT_LIMIT } from '#shared/limits.ts';
import { validateText } from '#shared/thought.ts';
import { cutText } from '#client/ui/input/text-field.ts';
import { migrate } from '#server/database/sqlite/migrate.ts';
import { insertThought } from '#tests/setup/samples.ts';
import { EDGE_TEXTS } from './access-matrix.ts';

// The server's routes and Firestore's rules answer the same texts in the access matrix.
test.each(EDGE_TEXTS)('$name: allowed is $isAllowed', ({ text, isAllowed }) => {
  expect(validateText(text)).toBe(isAllowed ? null : 'text-too-long');
  expect(cutText(text, TEXT_LIMIT) === text).toBe(isAllowed);
});

// The database counts code points only, and need not do more.
test('the database takes no more than the limit in code points', () => {
  expect(() => insert('😀'.repeat(TEXT_LIMIT))).not.toThrow();
  expect(() => insert('😀'.repeat(TEXT_LIMIT + 1))).toThrow(/CHECK constraint failed/u);
});

function insert(text: string): void {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  const { sql, parameters } = insertThought({ text });
  database.prepare(sql).run(parameters);
  database.close();
}
