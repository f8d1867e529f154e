import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { PUBLIC_URL, startHttpsBoard, type HttpsBoard, type SignedIn } from './https-board.ts';

let board: HttpsBoard;
let ada: SignedIn;

beforeAll(async () => {
  board = await startHttpsBoard();
  ada = await board.signIn();
});
afterAll(() => board.close());

/** An answer of every sort: pages, files, the API, refusals. */
const ANSWERS = [
  ['GET', '/', 200],
  ['GET', '/login', 200],
  ['GET', '/profile/', 200],
  ['GET', '/no/such/page', 404],
  ['GET', '/assets/app.js', 200],
  ['GET', PATHS.session, 200],
  ['GET', PATHS.ready, 200],
  ['GET', PATHS.thoughts, 200],
  ['PUT', `${PATHS.thoughts}/${newTextID()}`, 403],
  ['GET', '/api/unknown', 404],
  ['POST', PATHS.thoughts, 404],
  ['GET', PATHS.callback, 303],
  ['GET', '/%ff', 400],
  ['PUT', `${PATHS.thoughts}/${'x'.repeat(101)}`, 400],
] as const;

describe.each(ANSWERS)('%s %s', (method, url, status) => {
  const ask = async () => {
    const answer = await board.app.inject({
      method,
      url,
      headers: {
        cookie: ada.cookie,
        origin: method === 'POST' ? PUBLIC_URL : 'https://evil.example',
      },
    });
    expect(answer.statusCode).toBe(status);
    return answer.headers;
  };

  test('ASVS 3.4.1: browsers keep to https for a year', async () => {
    const age = /max-age=(\d+)/u.exec(String((await ask())['strict-transport-security']))?.[1];
    expect(Number(age)).toBeGreaterThanOrEqual(31_536_000);
  });

  test('ASVS 3.4.2: no other origin may read it', async () => {
    const names = Object.keys(await ask());
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('ASVS 3.4.3: only scripts of our own files run, and neither objects nor a base', async () => {
    const policy = policyOf(await ask());
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'base-uri': "'none'",
    });
    expect(Object.values(policy).join(' ')).not.toMatch(/unsafe-|\*|http:/u);
  });

  test('ASVS 3.4.4: its type is not guessed', async () => {
    expect((await ask())['x-content-type-options']).toBe('nosniff');
  });

  test('ASVS 3.4.5: no address of ours reaches others', async () => {
    expect((await ask())['referrer-policy']).toBe('no-referrer');
  });

  test('ASVS 3.4.6: nobody may frame it', async () => {
    expect(policyOf(await ask())['frame-ancestors']).toBe("'none'");
  });

  test('ASVS 3.4.8: no window that opened it can reach it', async () => {
    expect((await ask())['cross-origin-opener-policy']).toBe('same-origin');
  });

  test('ASVS 3.5.8: no other site may embed it', async () => {
    expect((await ask())['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('ASVS 4.1.1: a body says its type, and a text its encoding', async () => {
    const { 'content-type': type, 'content-length': length } = await ask();
    const hasBody = length !== undefined && length !== '0';
    expect(hasBody ? type : 'application/json; charset=utf-8').toMatch(
      /^(application\/json|text\/html|text\/javascript); charset=utf-8$/iu,
    );
  });

  test('ASVS 13.4.2 and 16.5.1: nothing of the inside shows', async () => {
    const headers = await ask();
    expect(Object.keys(headers)).not.toContain('x-powered-by');
    expect(Object.keys(headers)).not.toContain('server');
    const { body } = await board.app.inject({ method, url, headers: { cookie: ada.cookie } });
    expect(body).not.toMatch(/node_modules|\bat .+:\d+:\d+|sqlite|FST_/iu);
  });
});

test.each([
  ['GET', PATHS.session],
  ['GET', PATHS.thoughts],
  ['GET', PATHS.ready],
  ['GET', PATHS.callback],
  ['GET', '/api/unknown'],
  ['POST', PATHS.thoughts],
  ['DELETE', PATHS.signIn],
] as const)('ASVS 14.3.2: the answer to %s %s is kept in no cache', async (method, url) => {
  const answer = await board.app.inject({ method, url, headers: { cookie: ada.cookie } });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('ASVS 4.1.4: methods that are not used are refused', async () => {
  for (const method of ['POST', 'TRACE', 'OPTIONS'] as const) {
    const answer = await board.app.inject({
      method,
      url: PATHS.thoughts,
      headers: { cookie: ada.cookie, origin: PUBLIC_URL },
    });
    expect([method, answer.statusCode]).toEqual([method, 404]);
  }
});

test('ASVS 15.3.1: the session returns what a person may know of themselves, no more', async () => {
  const answer = await board.app.inject({ url: PATHS.session, headers: { cookie: ada.cookie } });
  const { user } = answer.json<{ user: object }>();
  expect(Object.keys(user).toSorted()).toEqual([
    'displayName',
    'email',
    'metadata',
    'photoURL',
    'uid',
  ]);
});

/** The directives of a content security policy. */
function policyOf(headers: Record<string, unknown>): Record<string, string> {
  const directives = String(headers['content-security-policy']).split(';');
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/u);
      return [name, sources.join(' ')];
    }),
  );
}
