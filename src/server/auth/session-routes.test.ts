import { describe, expect, test, vi } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { cookieName } from './private-cookie.ts';
import type { Visitor } from '#server/testing/sign-in.ts';
import { serveTests } from '#server/testing/serve-tests.ts';

const DAY = 86_400_000;
let passed = 0;
const { server, person, stranger } = serveTests(() => ({ now: () => Date.now() + passed }));

test('a signed-out visitor gets no user, and nothing is to be cached', async () => {
  const answer = await stranger().send(PATHS.session);
  expect([answer.status, await answer.json()]).toEqual([200, { user: null }]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('an unknown session cookie opens nothing, and is left for a sign-in to replace', async () => {
  const answer = await stranger().send(PATHS.session, {
    headers: { cookie: `${cookieName('session', server().origin)}=unknown` },
  });
  expect(await answer.json()).toEqual({ user: null });
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('signing out revokes the session for whoever has its cookie, and can be repeated', async () => {
  const ada = await person('ada');
  const cookie = ada.jar.header('/');
  const answers = [await signOut(ada), await signOut(ada), await signOut(stranger())];
  expect(answers).toEqual([204, 204, 204]);
  expect(ada.jar.header('/')).not.toContain(cookieName('session', server().origin));
  const copy = await fetch(`${server().origin}${PATHS.thoughts}`, { headers: { cookie } });
  expect(copy.status).toBe(401);
});

test('signing out by a made-up cookie writes nothing', async () => {
  const write = vi.spyOn(server().database, 'write');
  const answer = await stranger().send(PATHS.session, {
    method: 'DELETE',
    headers: { cookie: `${cookieName('session', server().origin)}=unknown` },
  });
  expect(answer.status).toBe(204);
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
});

describe('a session', () => {
  test('ends after two idle weeks', async () => {
    const ada = await person('ada');
    expect(await after(13 * DAY, () => isSignedIn(ada))).toBe(true);
    expect(await after((13 + 15) * DAY, () => isSignedIn(ada))).toBe(false);
  });

  test('ends after ninety days however busy', async () => {
    const ada = await person('ada');
    for (let days = 10; days < 90; days += 10) {
      expect(await after(days * DAY, () => isSignedIn(ada))).toBe(true);
    }
    expect(await after(90 * DAY + 1, () => isSignedIn(ada))).toBe(false);
  });

  test('is noted as seen at most once an hour', async () => {
    await server().database.write({ sql: 'delete from sessions' });
    const ada = await person('ada');
    const start = await lastSeen();
    await after(DAY / 48, () => isSignedIn(ada));
    expect(await lastSeen()).toBe(start);
    await after(DAY / 12, () => isSignedIn(ada));
    await vi.waitFor(async () => expect(await lastSeen()).toBeGreaterThan(start));
  });
});

async function signOut(visitor: Visitor): Promise<number> {
  return (await visitor.send(PATHS.session, { method: 'DELETE' })).status;
}

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await (await visitor.send(PATHS.session)).json()).user !== null;
}

async function lastSeen(): Promise<number> {
  const [[row]] = await server().database.read<[{ lastSeenAt: number }]>({
    sql: 'select "lastSeenAt" from "sessions"',
  });
  return Number(row?.lastSeenAt);
}

/** Does something on a server whose clock is ahead. */
async function after<Result>(time: number, act: () => Promise<Result>): Promise<Result> {
  passed = time;
  try {
    return await act();
  } finally {
    passed = 0;
  }
}
