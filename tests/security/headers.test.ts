import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { PUBLIC_URL, serveHttpsBoard } from './https-board.ts';

const board = await serveHttpsBoard();
const ada = await board.signIn();

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
  // The number of the request in the log.
  'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/u),
};
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PAGE = { ...HTML, 'cache-control': 'no-cache', vary: 'accept-encoding' };
/** A page that preloads what it shows to the person signed in. */
const SCREEN = {
  ...PAGE,
  link: [PATHS.session, `${PATHS.thoughts}?limit=50`]
    .map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=anonymous`)
    .join(', '),
};
const NOT_KEPT = { 'cache-control': 'no-store' };
const DATA = { ...NOT_KEPT, 'content-type': 'application/json; charset=utf-8' };
const SCRIPT = {
  'cache-control': 'max-age=31536000, immutable',
  'content-type': 'text/javascript; charset=utf-8',
  vary: 'accept-encoding',
};

/** Headers that differ each time. */
const DIFFERING = /^(?:connection|content-length|date|etag|keep-alive)$/u;

/** An answer of every sort: pages, files, the API, refusals. */
const ANSWERS = [
  ['GET', '/', 200, SCREEN],
  ['GET', '/login', 200, SCREEN],
  ['GET', '/profile/', 200, SCREEN],
  ['GET', '/no/such/page', 404, PAGE],
  ['GET', 'http://board.lan/', 200, { ...HTML, ...NOT_KEPT }],
  ['GET', '/assets/app.js', 200, SCRIPT],
  ['GET', PATHS.session, 200, DATA],
  ['GET', PATHS.ready, 200, DATA],
  ['GET', PATHS.thoughts, 200, { ...DATA, vary: 'accept-encoding' }],
  ['GET', PATHS.changes, 200, DATA],
  ['HEAD', PATHS.live, 404, DATA],
  ['PUT', `${PATHS.thoughts}/${newId()}`, 403, DATA],
  ['GET', '/api/unknown', 404, DATA],
  ['TRACE', PATHS.thoughts, 404, DATA],
  ['OPTIONS', PATHS.thoughts, 404, DATA],
  ['GET', PATHS.callback, 303, { ...NOT_KEPT, location: '/login' }],
  ['PUT', `${PATHS.thoughts}/${'x'.repeat(101)}`, 400, DATA],
] as const;

test.each(ANSWERS)(
  'ASVS 3.4, 3.5.8, 4.1.1, 13.4.2, 14.3.2: %s %s has these headers and no others',
  async (method, url, status, own) => {
    const { statusCode, headers, body } = await board.app.inject({
      method,
      url,
      headers: {
        host: new URL(url, PUBLIC_URL).host,
        // A browser sends this cookie to its own host only.
        ...(url.startsWith('/') && { cookie: ada.cookie }),
        origin: 'https://evil.example',
      },
    });
    expect(statusCode).toBe(status);
    const fixed = Object.entries(headers).filter(([name]) => !DIFFERING.test(name));
    expect(Object.fromEntries(fixed)).toEqual({ ...COMMON, ...own });
    expect(body).not.toMatch(/node_modules|\bat .+:\d+:\d+|sqlite|FST_/iu);
  },
);

test('ASVS 15.3.1: the session returns what a person may know of themselves, no more', async () => {
  const answer = await board.app.inject({ url: PATHS.session, headers: { cookie: ada.cookie } });
  const { user } = answer.json<{ user: object }>();
  expect(Object.keys(user).toSorted().join(' ')).toBe('displayName email metadata photoURL uid');
});
