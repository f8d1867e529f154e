import { describe, expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { chooseAccount, openAccountPage, signIn, type Visitor } from '#server/testing/sign-in.ts';
import { serveTests } from '#server/testing/serve-tests.ts';
import { createTamperingIssuer } from '#server/testing/tampering-issuer.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { cookieName } from './private-cookie.ts';

const lines: string[] = [];
const log = { level: 'info', stream: { write: (line: string) => void lines.push(line) } } as const;
const { issuer, tampering, authorize } = createTamperingIssuer();
const local = serveTests(() => ({ log }));
const remote = serveTests(() => ({ issuer, log }));
const REFUSED = { status: 303, location: '/login', holdsCookie: false };
const ADA = { name: 'Ada', email: 'ada@example.com' };

describe('signing in with a local account', () => {
  test('ends at home with a session cookie that scripts and other sites cannot use', async () => {
    const visitor = local.stranger();
    const callback = await chooseAccount(visitor, await openAccountPage(visitor), ADA);
    const answer = await visitor.send(callback);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^thought-cloud-\d+-sign-in=; .*Expires=Thu, 01 Jan 1970/u),
      expect.stringMatching(
        /^thought-cloud-\d+-session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/u,
      ),
    ]);
    expect(await userOf(visitor)).toEqual({
      uid: expect.stringMatching(/^[\w-]{28}$/u),
      displayName: 'Ada',
      photoURL: expect.stringMatching(/^\/local-accounts\/pictures\/\d+\/A$/u),
      email: 'ada@example.com',
      metadata: {
        creationTime: expect.stringMatching(/ GMT$/u),
        lastSignInTime: expect.stringMatching(/ GMT$/u),
      },
    });
  });

  test('with the same e-mail is the same person at another port', async () => {
    const moved = await startTestServer();
    const visitor = await signIn(moved.origin, ADA);
    const user = await userOf(visitor);
    await moved.close();
    expect(user?.uid).toBe((await userOf(await local.person('Ada')))?.uid);
  });

  test('again with the same e-mail is the same person, by the new name', async () => {
    const before = await userOf(await local.person('grace'));
    const visitor = local.stranger();
    const again = { name: 'Grace H', email: ' GRACE@example.com ' };
    await visitor.send(await chooseAccount(visitor, await openAccountPage(visitor), again));
    expect(await userOf(visitor)).toMatchObject({ uid: before?.uid, displayName: 'Grace H' });
  });

  test('asks for the account again after signing out', async () => {
    const visitor = await local.person('ada');
    await visitor.send(PATHS.session, { method: 'DELETE' });
    const page = await visitor.send(await openAccountPage(visitor));
    expect(await page.text()).toContain('<label for="email">Email</label>');
  });

  test('works in two tabs at once, whichever ends first', async () => {
    const visitor = local.stranger();
    const pages = [await openAccountPage(visitor), await openAccountPage(visitor)];
    for (const page of pages.toReversed()) {
      const answer = await visitor.send(await chooseAccount(visitor, page, ADA));
      expect(answer.headers.get('location')).toBe('/');
    }
    expect(visitor.jar.header('/')).not.toContain('-sign-in=');
  });

  test('a stray callback does not spoil the one under way', async () => {
    const visitor = local.stranger();
    const callback = await chooseAccount(visitor, await openAccountPage(visitor), ADA);
    await visitor.send(`${PATHS.callback}?code=x&state=y`);
    expect((await visitor.send(callback)).headers.get('location')).toBe('/');
  });

  test('replaces the session the browser had, which is revoked', async () => {
    const visitor = await local.person('ada');
    const former = visitor.jar.header('/');
    const callback = await chooseAccount(visitor, await openAccountPage(visitor), ADA);
    await visitor.send(callback);
    expect(visitor.jar.header('/')).not.toBe(former);
    const answer = await fetch(`${local.server().origin}${PATHS.thoughts}`, {
      headers: { cookie: former },
    });
    expect(answer.status).toBe(401);
    expect(await userOf(visitor)).not.toBeNull();
  });

  test('keeps no token in the database, only its hash', async () => {
    const visitor = await local.person('ada');
    const token = visitor.jar.header('/').split('-session=')[1] ?? '';
    const rows = await local.server().database.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a callback is refused, back to the login screen without a session', () => {
  test('in another browser than the one that started', async () => {
    const [victim, thief] = [local.stranger(), local.stranger()];
    const callback = await chooseAccount(victim, await openAccountPage(victim), ADA);
    expect(await follow(thief, callback)).toEqual(REFUSED);
  });

  test('a second time', async () => {
    const visitor = local.stranger();
    const callback = await chooseAccount(visitor, await openAccountPage(visitor), ADA);
    const former = visitor.jar.header('/');
    await visitor.send(callback);
    const replay = await fetch(callback, { headers: { cookie: former }, redirect: 'manual' });
    expect(replay.headers.get('location')).toBe('/login');
    expect(replay.headers.getSetCookie().join()).not.toContain('-session=');
  });

  test('without a sign-in under way, or with a broken cookie', async () => {
    const visitor = local.stranger();
    expect(await follow(visitor, PATHS.callback)).toEqual(REFUSED);
    const answer = await visitor.send(`${PATHS.callback}?code=x&state=y`, {
      headers: { cookie: `${cookieName('sign-in', local.server().origin)}=broken` },
    });
    expect(answer.headers.get('location')).toBe('/login');
  });

  test('when the issuer’s word is tampered with, and the reason is logged without tokens', async () => {
    const visitor = remote.stranger();
    const callback = await startRemotely(visitor);
    tampering.signature = 'by another key';
    lines.length = 0;
    expect(await follow(visitor, callback.href)).toEqual(REFUSED);
    delete tampering.signature;
    expect(lines.join('')).toContain('JWT signature verification failed');
    for (const secret of [
      'access-token',
      callback.searchParams.get('code') ?? '',
      'eyJ',
      'board',
    ]) {
      expect(lines.join('')).not.toContain(secret);
    }
  });

  test('when the person declines', async () => {
    const visitor = remote.stranger();
    const callback = await startRemotely(visitor);
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    expect(await follow(visitor, callback.href)).toEqual(REFUSED);
  });
});

test('an issuer out of reach is unavailable, said in the log', async () => {
  const down = createTamperingIssuer();
  down.tampering.discovery = { issuer: 'https://other.example' };
  lines.length = 0;
  const { app, origin, close } = await startTestServer({ issuer: down.issuer, log });
  const answer = await app.inject({ method: 'POST', url: PATHS.signIn, headers: { origin } });
  await close();
  expect([answer.statusCode, answer.json()]).toEqual([503, { code: 'unavailable' }]);
  expect(answer.headers['retry-after']).toBe('2');
  expect(lines.join('')).toContain('does not match the expected issuer');
});

test.for([
  ['https://pictures.example/ada', 'https://pictures.example/ada'],
  ['http://pictures.example/ada', null],
  ['javascript:alert(1)', null],
  ['data:image/png;base64,AAAA', null],
])('the photo %s is kept as %s', async ([picture, kept]) => {
  tampering.about = { picture };
  const visitor = remote.stranger();
  await visitor.send((await startRemotely(visitor)).href);
  expect(await userOf(visitor)).toMatchObject({ photoURL: kept });
});

test('a person keeps the uid when the e-mail changes', async () => {
  const visitor = remote.stranger();
  tampering.about = { email: 'one@example.com' };
  await visitor.send((await startRemotely(visitor)).href);
  const before = await userOf(visitor);
  tampering.about = { email: 'two@example.com' };
  await visitor.send((await startRemotely(visitor)).href);
  expect(await userOf(visitor)).toMatchObject({ uid: before?.uid, email: 'two@example.com' });
});

test('over https the cookies are secure and bound to the host', async () => {
  const { app, close } = await startTestServer({ issuer, publicURL: 'https://board.example' });
  const answer = await app.inject({
    method: 'POST',
    url: PATHS.signIn,
    headers: { origin: 'https://board.example' },
  });
  await close();
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-sign-in=[\w-]+\.[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
  );
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
});

async function startRemotely(visitor: Visitor): Promise<URL> {
  const started = await visitor.send(PATHS.signIn, { method: 'POST' });
  return authorize((await started.json()).url);
}

/** Where a callback leads, and whether the browser holds any of our cookies then. */
async function follow(visitor: Visitor, callback: string) {
  const { status, headers } = await visitor.send(callback);
  const holdsCookie = /-session=|-sign-in=/u.test(visitor.jar.header('/'));
  return { status, location: headers.get('location'), holdsCookie };
}

async function userOf(visitor: Visitor): Promise<{ uid: string } | null> {
  return (await (await visitor.send(PATHS.session)).json()).user;
}
