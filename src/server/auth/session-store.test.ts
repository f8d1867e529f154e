import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from '#shared/problem.ts';
import type { Database, DatabaseEvents } from '#server/database/database.ts';
import { createGate, delayed } from '#tests/server/gate.ts';
import { serveTests } from '#tests/server/test-board.ts';
import { recordSignIn } from './identity.ts';
import { createSessionStore, sessionIDOf, type SessionStore } from './session-store.ts';

const DAY = 86_400_000;
const ISSUER = 'local-accounts';
const { database: shared } = await serveTests();
// Each test has a store of its own over the same database.
shared.events.setMaxListeners(0);
await describeAda(null);

test('a session ends to the millisecond: 14 days after its last use, 90 after it began', async () => {
  let now = Date.now();
  const sessions = open({ now: () => now });
  const idle = sessionIDOf(await sessions.create('ada'));
  const used = sessionIDOf(await sessions.create('ada'));
  const end = now + 90 * DAY;
  now += 14 * DAY - 1;
  expect(await sessions.find(used)).not.toBeNull();
  now += 1;
  expect(await sessions.find(idle)).toBeNull();
  for (; now < end - 1; now = Math.min(now + 13 * DAY, end - 1)) await sessions.find(used);
  expect(await sessions.find(used)).not.toBeNull();
  now = end;
  expect(await sessions.find(used)).toBeNull();
});

test('a session is found only by the issuer that it was started with', async () => {
  const token = await open().create('ada');
  const elsewhere = open({ issuer: 'another' });
  expect(await elsewhere.find(sessionIDOf(token))).toBeNull();
  expect(await open().find(sessionIDOf(token))).not.toBeNull();
});

test('a session that is revoked while it is read is not found, and not kept in memory', async () => {
  const gate = createGate();
  const slow = { ...shared, read: delayed(shared.read, gate.pass) };
  const sessions = open({ database: slow });
  const id = sessionIDOf(await open().create('ada'));
  const finding = sessions.find(id);
  await gate.reached;
  await sessions.revoke(id);
  gate.open();
  expect(await finding).toBeNull();
  expect(sessions.findCached(id)).toBeUndefined();
});

test('a session that is read while it is being revoked is not kept in memory', async () => {
  const gate = createGate();
  const write: Database['write'] = async (...statements) => {
    await gate.pass();
    return shared.write(...statements);
  };
  // Without events, nothing but the revocation takes it from memory.
  const sessions = open({ database: { ...shared, write, events: new EventEmitter() } });
  const id = sessionIDOf(await open().create('ada'));
  const revoking = sessions.revoke(id);
  await gate.reached;
  expect(await sessions.find(id)).not.toBeNull();
  gate.open();
  await revoking;
  expect(sessions.findCached(id)).toBeUndefined();
});

test('a person who is blocked while they sign in has no session when they are unblocked', async () => {
  await shared.write({ sql: `insert into "blocked" values ('ada')` });
  await expect(open().create('ada')).rejects.toThrow('The person is blocked.');
  const count = { sql: 'select count(*) as "n" from "sessions"' };
  const before = await shared.read(count);
  await expect(open().create('ada')).rejects.toThrow('blocked');
  await shared.write({ sql: 'delete from "blocked"' });
  expect(await shared.read(count)).toEqual(before);
});

test('while nothing can be written a session is found, and one that is revoked is not kept in memory', async () => {
  let now = Date.now();
  const write = vi.fn<() => Promise<never>>(refuse);
  const sessions = open({ database: { ...shared, write }, now: () => now });
  const id = sessionIDOf(await open().create('ada'));
  const unhandled = vi.fn<() => void>();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  now += DAY;
  for (let uses = 0; uses < 2; uses += 1) expect(await sessions.find(id)).not.toBeNull();
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
  // Its use is recorded once an hour.
  expect(write).toHaveBeenCalledOnce();
  await expect(sessions.revoke(id)).rejects.toThrow('unavailable');
  expect(sessions.findCached(id)).toBeUndefined();
});

test('of many sessions all that ended are known, but while nothing can be read, none', async () => {
  const ids = Array.from({ length: 201 }, (_, index) => `session ${index}`);
  expect(await open().findEnded(ids)).toEqual(ids);
  const sessions = open({ database: { ...shared, read: refuse } });
  await expect(sessions.findEnded(ids)).rejects.toThrow('unavailable');
});

test('a person whose name has changed has the new one in all their sessions', async () => {
  const events: DatabaseEvents = new EventEmitter();
  const sessions = open({ database: { ...shared, events } });
  const id = sessionIDOf(await sessions.create('ada'));
  for (const [displayName, people] of Object.entries({ Augusta: new Set(['ada']), Byron: null })) {
    await describeAda(displayName);
    events.emit('people', people);
    expect(await sessions.find(id)).toMatchObject({ user: { displayName } });
  }
});

async function refuse(): Promise<never> {
  throw new Problem('unavailable');
}

function open({ database = shared, issuer = ISSUER, now = Date.now } = {}): SessionStore {
  return createSessionStore(database, issuer, now);
}

function describeAda(displayName: string | null): Promise<void> {
  const ada = {
    uid: 'ada',
    displayName,
    photoURL: null,
    email: null,
    emailVerified: 0,
    issuer: ISSUER,
  };
  return recordSignIn(shared, ada, Date.now());
}
