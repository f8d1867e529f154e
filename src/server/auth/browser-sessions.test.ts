import { expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { createApp } from '#server/http/create-app.ts';
import { serveTests } from '#server/testing/test-board.ts';
import { WIDE_LIMITS } from '#server/testing/start-for-parent.ts';
import { loadSession } from './browser-sessions.ts';
import { cookieName } from './private-cookie.ts';
import { createRequestLimiter } from './request-limits.ts';
import type { Session } from './session-hooks.ts';

const { server, stranger } = serveTests();

test('an unknown session cookie opens nothing, and is left for a sign-in to replace', async () => {
  const answer = await stranger().send(PATHS.session, {
    headers: { cookie: `${cookieName('session', server().origin)}=unknown` },
  });
  expect(await answer.json()).toEqual({ user: null });
  expect(answer.headers.getSetCookie()).toEqual([]);
});

const MINUTE = 60_000;

test('invented sessions beyond the limit are not queried', async () => {
  const { ask, lookedFor } = await setUp();
  const statuses = [];
  for (let tried = 0; tried < 6; tried += 1)
    statuses.push((await ask(`made-up-${tried}`)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  expect(lookedFor).toHaveLength(3);
});

test('a flood of invented sessions does not affect a signed-in person at the same address', async () => {
  const { ask } = await setUp();
  await ask('live-ada');
  for (let tried = 0; tried < 6; tried += 1) await ask(`made-up-${tried}`);
  const answer = await ask('live-ada');
  expect([answer.statusCode, answer.body]).toEqual([200, 'ada']);
});

async function setUp() {
  const app = await createApp({
    publicURL: 'http://localhost',
    cookieSecret: 'secret',
    trustProxy: [],
    log: null,
  });
  const lookedFor: string[] = [];
  const ended = new Set<string>();
  const isValid = (id: string): boolean => id.startsWith('live-') && !ended.has(id);
  app.decorateRequest('session', null);
  app.addHook(
    'onRequest',
    loadSession(
      ({ headers }) => String(headers['x-session']),
      {
        findCached: (id) => (lookedFor.includes(id) && isValid(id) ? sessionOf(id) : undefined),
        find: async (id) => {
          lookedFor.push(id);
          return isValid(id) ? sessionOf(id) : null;
        },
      },
      createRequestLimiter({ ...WIDE_LIMITS, all: { max: 3, periodMs: MINUTE } }, 'all'),
    ),
  );
  app.get('/', async ({ session }, reply) => reply.send(session?.user.uid ?? 'nobody'));
  return {
    lookedFor,
    ended,
    ask: (session: string) => app.inject({ url: '/', headers: { 'x-session': session } }),
  };
}

function sessionOf(id: string): Session {
  const metadata = { creationTime: '', lastSignInTime: '' };
  const user = { uid: id.replace('live-', ''), displayName: null, photoURL: null, email: null };
  return { id, user: { ...user, metadata } };
}
