import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { openAccountPage, type Visitor } from '#tests/server/sign-in.ts';
import { serveTests } from '#tests/server/test-board.ts';
import { PLAIN_PAGE_STYLE } from '#server/http/plain-page.ts';
import { LOCAL_ACCOUNTS } from './account.ts';

const server = await serveTests();
const { person, stranger } = server;
const ROOT = join(import.meta.dirname, '../../../..');
const DISCOVERY = `${LOCAL_ACCOUNTS.root}/.well-known/openid-configuration`;

describe('the account page', () => {
  test('says what these accounts are, and leads back', async () => {
    const visitor = stranger();
    const answer = await visitor.send(await openAccountPage(visitor));
    const page = await answer.text();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain('Local accounts exist on this computer only.');
    expect(page).toContain('<a href="/login">');
    expect(page.match(/<script[^>]*>/gu)).toEqual(['<script src="/first-paint.js">']);
  });

  test.for([
    { name: '\u200B\u3164', email: 'ada@example.com' },
    { name: 'x'.repeat(101), email: 'ada@example.com' },
    { name: 'A\u0000', email: 'ada@example.com' },
    { name: 'Ada', email: 'ada' },
    { name: 'Ada', email: `${'x'.repeat(250)}@example.com` },
    { email: 'ada@example.com' },
  ])('does not take %o, and says so', async (form) => {
    const visitor = stranger();
    const answer = await send(visitor, await openAccountPage(visitor), form);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('in plain characters');
  });

  test('has what was typed after a refusal, and none of it as markup', async () => {
    const visitor = stranger();
    const form = { name: '"><b>Ada & Bob', email: '' };
    const answer = await send(visitor, await openAccountPage(visitor), form);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('value="&quot;><b>Ada &amp; Bob" autofocus>');
  });

  test('leads back to the login screen where no sign-in is under way, as after a restart', async () => {
    const form = { name: 'Ada', email: 'ada@example.com' };
    const answer = await send(stranger(), `${LOCAL_ACCOUNTS.choice}/gone`, form);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login']);
  });

  test('has the styles of the client, and its font', () => {
    const look = readFileSync(join(ROOT, 'src/shared/look.css'), 'utf8');
    const tokens = look.match(/(?<=\n {2})--[\w-]+: /gu) ?? [];
    expect(tokens.filter((token) => !PLAIN_PAGE_STYLE.includes(token))).toEqual([]);
    // The oldest browsers that the client runs in do not know it.
    expect([tokens.length > 10, PLAIN_PAGE_STYLE.includes('light-dark(')]).toEqual([true, false]);
    expect(PLAIN_PAGE_STYLE).toContain("url('/assets/figtree-latin-wght-normal.woff2')");
  });
});

/** What proxies, gateways and tunnels add to a request. */
const PROXY_HEADERS =
  'forwarded via x-forwarded-for x-forwarded-proto x-forwarded-server x-real-ip x-client-ip x-envoy-external-address cf-connecting-ip cf-ray true-client-ip fly-client-ip'.split(
    ' ',
  );

test.for([
  ['from another computer', { remoteAddress: '192.0.2.7' }],
  ['under a name of elsewhere', { headers: { host: 'evil.example' } }],
  ['under another name of this computer', { headers: { host: '127.0.0.1' } }],
  ['under the name that a proxy sends', { headers: { host: 'localhost:1' } }],
  ...PROXY_HEADERS.map((name) => [`with ${name}`, { headers: { [name]: 'x' } }] as const),
  ['to a page of another origin', { headers: { origin: 'https://board.example' } }],
] as const)('the local accounts are refused %s', async ([, request]) => {
  const { app, origin } = server;
  const { host } = new URL(origin);
  for (const url of [DISCOVERY, `${LOCAL_ACCOUNTS.choice}/x`, `${LOCAL_ACCOUNTS.root}/auth`]) {
    const headers = {
      host,
      'sec-fetch-site': 'none',
      ...('headers' in request && request.headers),
    };
    const answer = await app.inject({ url, ...request, headers });
    expect([answer.statusCode, answer.json()]).toEqual([403, { code: 'forbidden' }]);
  }
});

test('what the library answers has the headers of every answer', async () => {
  const { headers } = await stranger().send(DISCOVERY);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/u);
});

test('the local accounts are refused to HTTP/1.0, which some proxies speak', async () => {
  const { host, hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${DISCOVERY} HTTP/1.0\r\nhost: ${host}\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /u);
});

test.for([
  ['a page of this computer', { 'sec-fetch-mode': 'navigate' }, /work on this computer only/u],
  [
    'a page at another name of this computer',
    { 'sec-fetch-mode': 'navigate', host: '127.0.0.1:1' },
    /work at http:\/\/localhost:\d+ only/u,
  ],
  ['another program', {}, /^\{"code":"forbidden"\}$/u],
] as const)('%s is told why it may not use the local accounts', async ([, mode, said]) => {
  const { app, origin } = server;
  const headers = { host: new URL(origin).host, 'sec-fetch-site': 'none', ...mode };
  const url = `${LOCAL_ACCOUNTS.root}/auth`;
  const answer = await app.inject({ url, remoteAddress: '192.0.2.7', headers });
  expect([answer.statusCode, answer.body]).toEqual([403, expect.stringMatching(said)]);
});

describe('the picture of an account', () => {
  test('shows the initials of its name', async () => {
    const visitor = await person('👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿');
    const { photoURL } = (await (await visitor.send(PATHS.session)).json()).user;
    const answer = await visitor.send(photoURL);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(await answer.text()).toContain('>👨‍👩‍👧‍👦\u200C🏴󠁧󠁢󠁥󠁮󠁧󠁿</text>');
  });

  test.for(['360/A', 'x/A', '1/%3Cscript%3E', '1/A%26B'])('is not drawn for %s', async (wrong) => {
    const answer = await stranger().send(`${LOCAL_ACCOUNTS.pictures}/${wrong}`);
    expect(answer.status).toBe(400);
  });
});

function send(visitor: Visitor, page: string, form: Record<string, string>): Promise<Response> {
  return visitor.send(page, { method: 'POST', body: new URLSearchParams(form) });
}
