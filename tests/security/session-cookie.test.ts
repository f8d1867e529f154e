import { expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { PUBLIC_URL, serveHttpsBoard } from './https-board.ts';

const board = await serveHttpsBoard();

test.each([
  ['ASVS 3.3.1: the session cookie travels over https only', /; Secure(;|$)/u],
  ['ASVS 3.3.2: it does not come along on requests of other sites', /; SameSite=Lax(;|$)/u],
  ['ASVS 3.3.3: it is bound to this very host', /^__Host-[\w-]+=(?!.*; Domain=).*; Path=\/(;|$)/iu],
  ['ASVS 3.3.4: scripts cannot read it', /; HttpOnly(;|$)/u],
  ['the session cookie outlives the browser, for the 90 days of a session', /; Max-Age=7776000;/u],
])('%s', async (_name, pattern) => {
  expect((await board.signIn()).setCookie).toMatch(pattern);
});

test('ASVS 7.2.3: a session token holds 256 random bits', async () => {
  const tokens = await Promise.all(
    Array.from({ length: 20 }, async () => (await board.signIn()).cookie.split('=')[1]),
  );
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/u);
});

test('ASVS 7.2.4: signing in gives a new token and ends the old session', async () => {
  const first = await board.signIn();
  const second = await board.signIn(first.cookie);
  const statuses = [first, second].map(async ({ cookie }) => {
    const answer = await board.app.inject({ url: PATHS.thoughts, headers: { cookie } });
    return answer.statusCode;
  });
  expect(await Promise.all(statuses)).toEqual([401, 200]);
});

test('ASVS 7.4.1: signing out takes the cookie from the browser, and its token opens nothing', async () => {
  const { cookie } = await board.signIn();
  const headers = { cookie, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
  const signOut = () => board.app.inject({ method: 'DELETE', url: PATHS.session, headers });
  const answer = await signOut();
  const setCookie = String(answer.headers['set-cookie']);
  // A browser sends this cookie to its own host only.
  expect(setCookie).toMatch(/^__Host-[\w-]+=; (?!.*Domain=).*Path=\/; .*Secure(;|$)/iu);
  expect((await board.app.inject({ url: PATHS.thoughts, headers })).statusCode).toBe(401);
  // Signing out works again, as an answer may be lost.
  expect((await signOut()).statusCode).toBe(200);
});
