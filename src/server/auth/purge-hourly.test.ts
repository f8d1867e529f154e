import { expect, test, vi } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { insertRow, insertSession } from '#tests/setup/samples.ts';
import { openTestDatabase, openTestServer } from '#server/testing/test-board.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

test('a server deletes expired sessions and old tombstones when it starts, and every hour', async () => {
  const database = await openTestDatabase();
  await addExpired(database, 'before the start');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openTestServer({ database });
  expect(await expiredIn(database)).toEqual([]);
  await addExpired(database, 'after the start');
  vi.advanceTimersByTime(HOUR - MINUTE);
  expect(await expiredIn(database)).toHaveLength(2);
  vi.advanceTimersByTime(MINUTE);
  expect(await expiredIn(database)).toEqual([]);
});

async function addExpired(database: Database, tokenHash: string): Promise<void> {
  await database.write(
    {
      sql: `insert into "users" ("uid", "creationTime", "lastSignInTime") values ('ada', 1, 1)
        on conflict do nothing`,
    },
    insertSession(tokenHash),
    insertRow('tombstones', { textID: tokenHash, uID: 'ada', deletedAt: 1 }),
  );
}

/** Reads through the queue of writes, so after all that were under way. */
async function expiredIn(database: Database): Promise<object[]> {
  const [rows] = await database.write<[object]>({
    sql: 'select "tokenHash" from "sessions" union all select "textID" from "tombstones"',
  });
  return rows;
}
