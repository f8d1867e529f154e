import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { PUBLIC_URL, serveHttpsBoard } from './https-board.ts';

const board = await serveHttpsBoard();
const ada = await board.signIn();

const HOST = new URL(PUBLIC_URL).host;
/** Headers that all answers of a board on https have, with their full values. */
const COMMON = {
  'content-security-policy':
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' https: data:;" +
    "font-src 'self';connect-src 'self';manifest-src 'self';frame-ancestors 'none';" +
    "base-uri 'none';form-action 'self'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const NOT_KEPT = { 'cache-control': 'no-store' };

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
  ['DELETE', PATHS.signIn, 404],
  ['TRACE', PATHS.thoughts, 404],
  ['OPTIONS', PATHS.thoughts, 404],
  ['GET', PATHS.callback, 303],
  ['PUT', `${PATHS.thoughts}/${'x'.repeat(101)}`, 400],
] as const;

test.each(ANSWERS)('ASVS 3.4, 3.5.8, 4.1.1, 13.4.2, 14.3.2: %s %s', async (method, url, status) => {
  const answer = await board.app.inject({
    method,
    url,
    headers: {
      host: HOST,
      cookie: ada.cookie,
      origin: method === 'POST' ? PUBLIC_URL : 'https://evil.example',
    },
  });
  const { headers, body } = answer;
  expect(answer.statusCode).toBe(status);
  expect(headers).toMatchObject(COMMON);
  const isKept = /^\/(?:|login|profile\/|no\/such\/page|assets\/.+)$/u.test(url);
  expect(headers['cache-control'] === 'no-store').toBe(!isKept);
  // A redirect without a body has no content type.
  expect(body === '' ? 'text/html; charset=utf-8' : headers['content-type']).toMatch(
    /^(application\/json|text\/html|text\/javascript); charset=utf-8$/iu,
  );
  expect(body).not.toMatch(/node_modules|\bat .+:\d+:\d+|sqlite|FST_/iu);
});

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const PAGE = { ...HTML, 'cache-control': 'no-cache', vary: 'accept-encoding' };

test.each([
  ['a page', '/', {}, PAGE],
  ['the error page', '/no/such/page', {}, PAGE],
  ['the page at another address', '/', { host: 'board.lan' }, { ...HTML, ...NOT_KEPT }],
  ['an answer of the API', PATHS.session, {}, { ...JSON_TYPE, ...NOT_KEPT }],
  ['a refusal', '/api/unknown', {}, { ...JSON_TYPE, ...NOT_KEPT }],
] as const)('the headers of %s are these and no others', async (_name, url, asked, own) => {
  const { headers } = await board.app.inject({ url, headers: { host: HOST, ...asked } });
  expect(fixedHeaders(headers)).toEqual({ ...COMMON, ...own });
});

test('ASVS 15.3.1: the session returns what a person may know of themselves, no more', async () => {
  const answer = await board.app.inject({ url: PATHS.session, headers: { cookie: ada.cookie } });
  const { user } = answer.json<{ user: object }>();
  expect(Object.keys(user).toSorted().join(' ')).toBe('displayName email metadata photoURL uid');
});

/** An answer's headers, without those that differ each time. */
function fixedHeaders(headers: Record<string, unknown>): Record<string, unknown> {
  const differing = new Set(['connection', 'content-length', 'date', 'keep-alive', 'x-request-id']);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !differing.has(name)));
}
