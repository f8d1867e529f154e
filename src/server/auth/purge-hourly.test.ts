import { expect, test, vi } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { createSessionStore } from './session-store.ts';
import { insertSession } from '#tests/setup/samples.ts';
import { openTestDatabase, openTestServer } from '#tests/server/test-board.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;

/** Sessions by how long ago (ms) they began and were last in use; the first two are not over. */
const SESSIONS = Object.entries({
  '1 old and in use': [60 * DAY, HOUR],
  '2 new and unused': [10 * DAY, 10 * DAY],
  '3 unused': [20 * DAY, 16 * DAY],
  '4 too old': [92 * DAY, HOUR],
} as const);
const KEPT = SESSIONS.slice(0, 2).map(([tokenHash]) => ({ tokenHash }));

test('a server deletes expired sessions when it starts, and every hour', async () => {
  const database = await openTestDatabase();
  await database.write(
    { sql: `insert into "users" ("uid", "creationTime", "lastSignInTime") values ('ada', 1, 1)` },
    insertSession('before the start'),
  );
  const now = Date.now();
  for (const [tokenHash, [begun, used]] of SESSIONS) {
    const { sql, parameters } = insertSession(tokenHash);
    const times = { createdAt: now - begun, lastSeenAt: now - used };
    await database.write({ sql, parameters: { ...parameters, ...times } });
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openTestServer({ database });
  await expect.poll(() => storedIn(database)).toEqual(KEPT);
  await database.write(insertSession('after the start'));
  vi.advanceTimersByTime(HOUR - MINUTE);
  expect(await storedIn(database)).toHaveLength(KEPT.length + 1);
  vi.advanceTimersByTime(MINUTE);
  await expect.poll(() => storedIn(database)).toEqual(KEPT);
});

test('a server that starts with its clock three weeks ahead deletes no session, until it has run for a day', async () => {
  const database = await openTestDatabase();
  await database.write(
    { sql: `insert into "users" ("uid", "creationTime", "lastSignInTime") values ('ada', 1, 1)` },
    insertSession('in use'),
  );
  await database.write({
    sql: 'update "sessions" set "createdAt" = :now, "lastSeenAt" = :now',
    parameters: { now: Date.now() },
  });
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() + 21 * DAY });
  const { purgeExpired } = createSessionStore(database, 'issuer');
  await purgeExpired();
  vi.advanceTimersByTime(DAY);
  await purgeExpired();
  expect(await storedIn(database)).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await purgeExpired();
  expect(await storedIn(database)).toEqual([]);
});

/** Reads through the queue of writes, so after all that were under way; by name. */
async function storedIn(database: Database): Promise<object[]> {
  const [rows] = await database.write<[object]>({
    sql: 'select "tokenHash" from "sessions" order by 1',
  });
  return rows;
}
