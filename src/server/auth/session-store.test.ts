import { expect, test } from 'vitest';
import { serveTests } from '#server/testing/serve-tests.ts';
import { createSessionStore, sessionIDOf } from './session-store.ts';
import { createUserStore } from './user-store.ts';

const DAY = 86_400_000;
const { server } = serveTests();

test('sweeping deletes what has expired and nothing else', async () => {
  const { database } = server();
  let now = Date.now();
  const sessions = createSessionStore(database, () => now);
  await createUserStore(database, () => now).signIn({
    uid: 'ada',
    displayName: null,
    photoURL: null,
    email: null,
  });
  const old = sessionIDOf(await sessions.create('ada'));
  now += 10 * DAY;
  const young = sessionIDOf(await sessions.create('ada'));
  now += 5 * DAY;
  await sessions.sweep();
  const left = await database.selectFrom('sessions').select('tokenHash').execute();
  expect(left).toEqual([{ tokenHash: young }]);
  expect(await sessions.find(old)).toBeNull();
  expect(await sessions.find(young)).toMatchObject({ user: { uid: 'ada', displayName: null } });
});

test('no two sessions have one token', async () => {
  const sessions = createSessionStore(server().database, Date.now);
  const tokens = await Promise.all(Array.from({ length: 20 }, () => sessions.create('ada')));
  expect(new Set(tokens).size).toBe(20);
  expect(tokens[0]).toMatch(/^[\w-]{43}$/u);
});
