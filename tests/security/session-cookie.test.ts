import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { PUBLIC_URL, startHttpsBoard, type HttpsBoard } from './https-board.ts';

let board: HttpsBoard;

beforeAll(async () => {
  board = await startHttpsBoard();
});
afterAll(() => board.close());

test('ASVS 3.3.1: the session cookie travels over https only', async () => {
  expect((await board.signIn()).setCookie).toMatch(/; Secure(;|$)/u);
});

test('ASVS 3.3.2: the session cookie does not come along on requests of other sites', async () => {
  expect((await board.signIn()).setCookie).toMatch(/; SameSite=Lax(;|$)/u);
});

test('ASVS 3.3.3: the session cookie is bound to this very host', async () => {
  const { setCookie } = await board.signIn();
  expect(setCookie).toMatch(/^__Host-[\w-]+=/u);
  expect(setCookie).toMatch(/; Path=\/(;|$)/u);
  expect(setCookie).not.toMatch(/; Domain=/iu);
});

test('ASVS 3.3.4: scripts cannot read the session cookie', async () => {
  expect((await board.signIn()).setCookie).toMatch(/; HttpOnly(;|$)/u);
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

test('signing out takes the session cookie from the browser, which heeds that of its host only', async () => {
  const { cookie } = await board.signIn();
  const headers = { cookie, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
  const answer = await board.app.inject({ method: 'DELETE', url: PATHS.session, headers });
  const setCookie = String(answer.headers['set-cookie']);
  expect(setCookie).toMatch(/^__Host-[\w-]+=; /u);
  expect(setCookie).toMatch(/; Path=\/(;|$)/u);
  expect(setCookie).toMatch(/; Secure(;|$)/u);
  expect(setCookie).not.toMatch(/; Domain=/iu);
});

test('ASVS 7.4.1: after signing out the token opens nothing', async () => {
  const { cookie } = await board.signIn();
  const headers = { cookie, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
  expect((await board.app.inject({ url: PATHS.thoughts, headers })).statusCode).toBe(200);
  await board.app.inject({ method: 'DELETE', url: PATHS.session, headers });
  expect((await board.app.inject({ url: PATHS.thoughts, headers })).statusCode).toBe(401);
});
