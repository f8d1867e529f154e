import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#shared/thought.ts';
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
  ['PUT', `${PATHS.thoughts}/${newId()}`, 403],
  ['GET', '/api/unknown', 404],
  ['POST', PATHS.thoughts, 404],
  ['TRACE', PATHS.thoughts, 404],
  ['OPTIONS', PATHS.thoughts, 404],
  ['GET', PATHS.callback, 303],
  ['GET', '/%ff', 400],
  ['PUT', `${PATHS.thoughts}/${'x'.repeat(101)}`, 400],
] as const;

test.each(ANSWERS)('ASVS 3.4, 3.5.8, 4.1.1, 13.4.2: %s %s', async (method, url, status) => {
  const answer = await board.app.inject({
    method,
    url,
    headers: {
      cookie: ada.cookie,
      origin: method === 'POST' ? PUBLIC_URL : 'https://evil.example',
    },
  });
  const { headers, body } = answer;
  expect(answer.statusCode).toBe(status);
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  const policy = policyOf(headers);
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
  expect(Object.values(policy).join(' ')).not.toMatch(/unsafe-|\*|http:/u);
  const told = Object.keys(headers).filter((name) =>
    /^access-control-|^x-powered|^server$/u.test(name),
  );
  expect(told).toEqual([]);
  // A redirection says no type of what it has not.
  expect(body === '' ? 'text/html; charset=utf-8' : headers['content-type']).toMatch(
    /^(application\/json|text\/html|text\/javascript); charset=utf-8$/iu,
  );
  expect(body).not.toMatch(/node_modules|\bat .+:\d+:\d+|sqlite|FST_/iu);
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
