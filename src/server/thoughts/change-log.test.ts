import { expect, test } from 'vitest';
import { insertThought } from '#tests/setup/samples.ts';
import { openTestDatabase } from '#tests/server/test-board.ts';
import { TAIL_LIMIT } from './change-log.ts';

test('the log keeps the last 2,000 changes and few before, made one by one or all at once', async () => {
  const database = await openTestDatabase();
  const oneByOne = Array.from({ length: 2_600 }, () => insertThought());
  const atOnce = { sql: 'update "Thoughts-Data" set "version" = 2' };
  for (const statements of [oneByOne, [atOnce]]) {
    await database.write(...statements);
    const [kept] = await database.read<[object]>({ sql: 'select "position" from "changes"' });
    expect(kept.length).toBeGreaterThanOrEqual(TAIL_LIMIT);
    expect(kept.length).toBeLessThan(TAIL_LIMIT + 500);
  }
});
