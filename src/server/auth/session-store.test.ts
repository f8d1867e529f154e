import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test, vi } from 'vitest';
import { serveTests } from '#server/testing/serve-tests.ts';
import { createSessionStore, sessionIDOf, type SessionStore } from './session-store.ts';
import { createUserStore } from './user-store.ts';

const DAY = 86_400_000;
const ISSUER = 'local-accounts';
const { server } = serveTests();
beforeAll(() => describeAda(null));

test('purging deletes what has expired and nothing else', async () => {
  const { database } = server();
  let now = Date.now();
  const sessions = createSessionStore(database, { issuer: ISSUER, now: () => now });
  const old = sessionIDOf(await sessions.create('ada'));
  now += 10 * DAY;
  const young = sessionIDOf(await sessions.create('ada'));
  now += 5 * DAY;
  await sessions.purgeExpired();
  const left = database.read('select tokenHash from sessions');
  expect(left).toEqual([{ tokenHash: young }]);
  expect(sessions.find(old)).toBeNull();
  expect(sessions.find(young)).toMatchObject({ user: { uid: 'ada', displayName: null } });
});

test('a clock that jumps ahead by half a day, and back, ends no session for good', async () => {
  let now = Date.now();
  const sessions = createSessionStore(server().database, { issuer: ISSUER, now: () => now });
  const id = sessionIDOf(await sessions.create('ada'));
  now += 14.5 * DAY;
  await sessions.purgeExpired();
  expect(sessions.find(id)).toBeNull();
  now -= 14.5 * DAY;
  expect(sessions.find(id)).not.toBeNull();
  expect(open().find(id)).not.toBeNull();
});

test('a session ends to the millisecond: 14 days after its last use, 90 after it began', async () => {
  let now = Date.now();
  const sessions = createSessionStore(server().database, { issuer: ISSUER, now: () => now });
  const idle = sessionIDOf(await sessions.create('ada'));
  const used = sessionIDOf(await sessions.create('ada'));
  const end = now + 90 * DAY;
  now += 14 * DAY - 1;
  expect(sessions.find(used)).not.toBeNull();
  now += 1;
  expect(sessions.find(idle)).toBeNull();
  for (; now < end - 1; now = Math.min(now + 13 * DAY, end - 1)) sessions.find(used);
  expect(sessions.find(used)).not.toBeNull();
  now = end;
  expect(sessions.find(used)).toBeNull();
});

test('a session is in memory from its beginning, and the database is not asked again', async () => {
  const counted = { ...server().database };
  const read = vi.spyOn(counted, 'read');
  const sessions = createSessionStore(counted, { issuer: ISSUER, now: Date.now });
  const id = sessionIDOf(await sessions.create('ada'));
  expect([sessions.isCached(id), sessions.isCached('another')]).toEqual([true, false]);
  for (let count = 0; count < 3; count += 1) expect(sessions.find(id)).not.toBeNull();
  expect(read).toHaveBeenCalledOnce();
  const later = createSessionStore(counted, { issuer: ISSUER, now: Date.now });
  for (let count = 0; count < 3; count += 1) expect(later.find(id)).not.toBeNull();
  expect(read).toHaveBeenCalledTimes(2);
});

test('that a session is in use is noted once in an hour or two, not of all at a time', async () => {
  let now = Date.now();
  const counted = { ...server().database };
  const write = vi.spyOn(counted, 'write');
  const sessions = createSessionStore(counted, { issuer: ISSUER, now: () => now });
  const tokens = await Promise.all(Array.from({ length: 40 }, () => sessions.create('ada')));
  const notesAfter = (milliseconds: number): number => {
    now += milliseconds;
    write.mockClear();
    for (const token of tokens) sessions.find(sessionIDOf(token));
    return write.mock.calls.length;
  };
  expect(notesAfter(DAY / 24 - 1)).toBe(0);
  const early = notesAfter(DAY / 48);
  expect(early).toBeGreaterThan(0);
  expect(early).toBeLessThan(tokens.length);
  expect(notesAfter(DAY / 48 + 1)).toBe(tokens.length - early);
  expect(notesAfter(0)).toBe(0);
});

test('a session that could not be revoked goes on, so that it can be tried again', async () => {
  const { database } = server();
  const id = sessionIDOf(await open().create('ada'));
  const full = { ...database, write: () => Promise.reject(new Error('full')) };
  const sessions = createSessionStore(full, { issuer: ISSUER, now: Date.now });
  await expect(sessions.revoke(id)).rejects.toThrow('full');
  expect(sessions.find(id)).not.toBeNull();
});

test('a session is found only while the issuer that vouched for it is asked', async () => {
  const token = await open().create('ada');
  const elsewhere = createSessionStore(server().database, { issuer: 'another', now: Date.now });
  expect(elsewhere.find(sessionIDOf(token))).toBeNull();
  expect(open().find(sessionIDOf(token))).not.toBeNull();
});

test('a session that is revoked is gone at once, before that is on disk', async () => {
  const sessions = open();
  const id = sessionIDOf(await sessions.create('ada'));
  expect(sessions.find(id)).not.toBeNull();
  const revoking = sessions.revoke(id);
  expect(sessions.find(id)).toBeNull();
  await revoking;
  expect(sessions.find(id)).toBeNull();
});

test('a session that another process deletes is gone within a second', async () => {
  const sessions = open();
  const id = sessionIDOf(await sessions.create('ada'));
  expect(sessions.find(id)).not.toBeNull();
  const byHand = new DatabaseSync(server().file);
  byHand.prepare('delete from sessions where tokenHash = ?').run(id);
  byHand.close();
  await vi.waitFor(() => expect(sessions.find(id)).toBeNull(), { timeout: 2_000 });
});

test('a new sign-in changes what the person’s other sessions say', async () => {
  const sessions = open();
  const id = sessionIDOf(await sessions.create('ada'));
  expect(sessions.find(id)?.user.displayName).toBeNull();
  await describeAda('Ada');
  await sessions.create('ada');
  expect(sessions.find(id)?.user.displayName).toBe('Ada');
});

test('a failure to note that a session is in use is reported, and nobody waits for it', async () => {
  let now = Date.now();
  const onTouchError = vi.fn<(error: unknown) => void>();
  const broken = { ...server().database, write: () => Promise.reject(new Error('full')) };
  const id = sessionIDOf(await open().create('ada'));
  const sessions = createSessionStore(broken, { issuer: ISSUER, now: () => now, onTouchError });
  now += DAY / 12;
  expect(sessions.find(id)).not.toBeNull();
  await vi.waitFor(() => expect(onTouchError).toHaveBeenCalledOnce());
});

test('no two sessions have one token', async () => {
  const sessions = open();
  const tokens = await Promise.all(Array.from({ length: 20 }, () => sessions.create('ada')));
  expect(new Set(tokens).size).toBe(20);
  expect(tokens[0]).toMatch(/^[\w-]{43}$/u);
});

function open(): SessionStore {
  return createSessionStore(server().database, { issuer: ISSUER, now: Date.now });
}

function describeAda(displayName: string | null): Promise<void> {
  const ada = {
    uid: 'ada',
    displayName,
    photoURL: null,
    email: null,
    emailVerified: false,
    issuer: ISSUER,
  };
  return createUserStore(server().database, Date.now).signIn(ada);
}
