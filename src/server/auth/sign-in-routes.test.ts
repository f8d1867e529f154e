import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { chooseAccount, openAccountPage, signIn, userOf } from '#tests/server/sign-in.ts';
import { openTestServer, recordLog, serveTests } from '#tests/server/test-board.ts';
import { createTamperingIssuer } from '#tests/server/tampering-issuer.ts';
import { cookieName } from './private-cookie.ts';

const LogLine = v.object({ msg: v.literal('a sign-in failed'), reason: v.string() });
const { log, lines } = recordLog();
const local = await serveTests({ log });
const NO_FLOW = 'This browser has no such sign-in under way.';
const ADA = { name: 'Ada', email: 'ada@example.com' };
const EVE = { name: 'Eve', email: 'eve@example.com' };

describe('signing in with a local account', () => {
  test('with the same e-mail is the same person at another port, by the new name', async () => {
    const before = await userOf(await local.person('grace'));
    const moved = await openTestServer();
    const visitor = await signIn(moved.origin, { name: 'Grace H', email: ' GRACE@example.com ' });
    const user = await userOf(visitor);
    expect(user).toMatchObject({ uid: before?.uid, displayName: 'Grace H' });
  });

  test('begun in several tabs is finished in any, and begun again and again leaves a short cookie', async () => {
    const visitor = local.stranger();
    const pages: string[] = [];
    for (let tab = 0; tab < 20; tab += 1) pages.push(await openAccountPage(visitor));
    expect(visitor.jar.header('/').length).toBeLessThan(2_000);
    await visitor.send(await chooseAccount(visitor, pages.at(-4) ?? '', ADA));
    expect(await userOf(visitor)).toMatchObject({ displayName: 'Ada' });
    await visitor.send(await chooseAccount(visitor, pages.at(-1) ?? '', EVE));
    expect(await userOf(visitor)).toMatchObject({ displayName: 'Eve' });
  });
});

describe('a callback is refused, back to the login screen without a session', () => {
  test('in another browser than the one that started', async () => {
    const [victim, thief] = [local.stranger(), local.stranger()];
    const callback = await chooseAccount(victim, await openAccountPage(victim), ADA);
    lines.length = 0;
    const { status, headers } = await thief.send(callback);
    expect([status, headers.get('location')]).toEqual([303, '/login']);
    expect(thief.jar.header('/')).toBe('');
    expect(reasonOf(lines)).toBe(NO_FLOW);
  });

  test('a second time', async () => {
    const visitor = local.stranger();
    const callback = await chooseAccount(visitor, await openAccountPage(visitor), ADA);
    const previous = visitor.jar.header('/');
    await visitor.send(callback);
    expect(visitor.jar.header('/')).not.toContain('sign-in');
    lines.length = 0;
    const replay = await fetch(callback, { headers: { cookie: previous }, redirect: 'manual' });
    expect(replay.headers.get('location')).toBe('/login');
    const cookies = replay.headers.getSetCookie().join();
    expect(cookies).not.toContain('-session=');
    // A sign-in that failed can't be finished later either.
    expect(cookies).toContain('-sign-in=;');
    expect(reasonOf(lines)).toMatch(/error/u);
  });

  test('with a broken cookie', async () => {
    const cookie = `${cookieName('sign-in', local.origin)}=broken`;
    lines.length = 0;
    const answer = await local.stranger().send(PATHS.callback, { headers: { cookie } });
    expect(answer.headers.get('location')).toBe('/login');
    expect(reasonOf(lines)).toBe(NO_FLOW);
  });
});

test('an issuer out of reach is unavailable, said in the log, until the next sign-in finds it', async () => {
  const down = createTamperingIssuer();
  down.tampering.discovery = { issuer: 'https://other.example' };
  lines.length = 0;
  const { app, origin } = await openTestServer({ issuer: down.issuer, log });
  const press = () => app.inject({ method: 'POST', url: PATHS.signIn, headers: { origin } });
  const answer = await press();
  expect([answer.statusCode, answer.json()]).toEqual([503, { code: 'unavailable' }]);
  expect(answer.headers['retry-after']).toBe('2');
  expect(lines.join('')).toContain('does not match the expected issuer');
  down.tampering.discovery = {};
  expect((await press()).statusCode).toBe(200);
});

/** The reason in the log of the one sign-in that failed. */
function reasonOf(logged: readonly string[]): string {
  const reasons = logged.map((line) => v.parse(LogLine, JSON.parse(line)).reason);
  expect(reasons).toHaveLength(1);
  return reasons[0] ?? '';
}
