import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { Problem } from '#shared/problem.ts';
import { AUTHOR_HEADER, PATHS } from '#shared/wire.ts';
import { delayed } from '#tests/server/gate.ts';
import {
  chooseAccount,
  createVisitor,
  openAccountPage,
  readPage,
  uidOf,
  userOf,
} from '#tests/server/sign-in.ts';
import { WIDE_LIMITS } from '#tests/server/local-server.ts';
import { openTestDatabase, openTestServer, writeElsewhere } from '#tests/server/test-board.ts';
import { cookieName } from './private-cookie.ts';

test('an unknown session cookie opens nothing, and beyond the limit is not queried, which affects nobody else', async () => {
  const database = await openTestDatabase();
  let queries = 0;
  const read = delayed(database.read, async (statements) => {
    queries += statements.filter(({ sql }) => sql.includes('"sessions"')).length;
  });
  const limits = { ...WIDE_LIMITS, all: { max: 3, periodMs: 60_000 } };
  const server = await openTestServer({ database: { ...database, read }, limits });
  const ada = await server.person('ada');
  expect(await userOf(ada)).not.toBeNull();
  queries = 0;
  const statuses = [];
  for (let tried = 0; tried < 6; tried += 1) {
    const cookie = `${cookieName('session', server.origin)}=made-up-${tried}`;
    const answer = await createVisitor(server.origin, cookie).send(PATHS.session);
    // The cookie is left for a sign-in to replace.
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.text()).toMatch(/^\{"(?:user":null|code":"too-many-requests")\}$/u);
    statuses.push(answer.status);
  }
  expect([statuses, queries]).toEqual([[200, 200, 200, 429, 429, 429], 3]);
  expect(await userOf(ada)).not.toBeNull();
});

test('a sign-out ends the session of the person it names, and a late repeat leaves whoever has signed in since', async () => {
  const server = await openTestServer();
  const ada = await server.person('ada');
  const [uid, cookie] = [await uidOf(ada), ada.jar.header('/')];
  const signOut = (author: string, headers: Record<string, string> = {}) =>
    ada.send(PATHS.session, { method: 'DELETE', headers: { [AUTHOR_HEADER]: author, ...headers } });
  expect((await signOut('somebody-else')).status).toBe(401);
  expect(await uidOf(ada)).toBe(uid);
  expect((await signOut(uid)).headers.getSetCookie()).toHaveLength(1);
  const late = await signOut(uid, { cookie });
  expect([late.status, late.headers.getSetCookie()]).toEqual([200, []]);
});

test('a sign-in or a sign-out that can’t end the session leaves the cookie, so that the next one ends it', async () => {
  const database = await openTestDatabase();
  let isFull = false;
  const write = delayed(database.write, async ([statement]) => {
    if (isFull && statement?.sql.startsWith('delete')) throw new Problem('unavailable');
  });
  const server = await openTestServer({ database: { ...database, write } });
  const ada = await server.person('ada');
  const account = { name: 'Ada', email: 'ada@example.com' };
  const callback = await chooseAccount(ada, await openAccountPage(ada), account);
  const signOut = () => ada.send(PATHS.session, { method: 'DELETE' });
  isFull = true;
  expect((await ada.send(callback)).headers.get('location')).toBe('/login');
  const failed = await signOut();
  expect([failed.status, failed.headers.getSetCookie()]).toEqual([503, []]);
  isFull = false;
  expect((await signOut()).status).toBe(200);
  expect(await userOf(ada)).toBeNull();
});

test('a thought whose last bytes come when its writer is signed out is refused, and not stored', async () => {
  const server = await openTestServer();
  const ada = await server.person('ada');
  const began = once(server.app.server, 'request');
  const upload = request(`${server.origin}${PATHS.thoughts}/${newId()}`, {
    method: 'PUT',
    headers: {
      cookie: ada.jar.header('/'),
      origin: server.origin,
      'content-type': 'application/json',
    },
  });
  upload.write('{"text":');
  await began;
  await writeElsewhere(server.board, 'delete from "sessions"');
  await vi.waitFor(async () => expect(await userOf(ada)).toBeNull());
  upload.end('"late"}');
  const [answer]: IncomingMessage[] = await once(upload, 'response');
  answer?.resume();
  expect(answer?.statusCode).toBe(401);
  expect((await readPage(await server.person('eve'))).thoughts).toEqual([]);
});
