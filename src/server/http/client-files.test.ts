import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { serveTests } from '#server/testing/serve-tests.ts';

const folder = buildClient();
afterAll(() => rmSync(folder, { recursive: true }));
const { server } = serveTests(() => ({ clientFolder: join(folder, 'client') }));

test.for(['/', '/login', '/login/', '/profile', '/profile/', '/?from=home'])(
  'the screen %s is the page, asked for anew each time',
  async (path) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.body]).toEqual([200, '<title>board</title>']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
  },
);

test.for(['/unknown', '/profile/more', '/assets/gone.js', '/apiary'])(
  'the unknown address %s is the page too, as a 404',
  async (path) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.body]).toEqual([404, '<title>board</title>']);
  },
);

test.for([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
])('nothing beside the client is served under %s', async (path) => {
  expect((await get(path)).body).not.toContain('secret');
});

test('files with a hash in their name are kept for good, others asked for anew', async () => {
  const hashed = await get('/assets/index-abc123.js');
  expect([hashed.body, hashed.headers['cache-control']]).toEqual([
    'board()',
    'max-age=31536000, immutable',
  ]);
  expect((await get('/manifest.webmanifest')).headers['cache-control']).toBe('no-cache');
});

test('an unknown address of the API is no page', async () => {
  expect((await get('/api/unknown')).json()).toEqual({ code: 'not-found' });
});

test('the page may run its own scripts and styles only, and show photos over https', async () => {
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy.split(';').toSorted()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' https: data:",
    "manifest-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
  ]);
});

describe('a visitor who used', () => {
  test('another name of this computer is led to the one that is public', async () => {
    const { port } = new URL(server().origin);
    for (const name of ['127.0.0.1', '[::1]']) {
      const answer = await get('/profile?x=1', `${name}:${port}`);
      expect([answer.statusCode, answer.headers.location]).toEqual([
        307,
        `${server().origin}/profile?x=1`,
      ]);
    }
  });

  test('another port or another name is served as is', async () => {
    const { port } = new URL(server().origin);
    for (const host of ['127.0.0.1:1', `thoughts.example.org:${port}`]) {
      expect((await get('/', host)).statusCode).toBe(200);
    }
  });
});

function get(url: string, host = new URL(server().origin).host) {
  return server().app.inject({ url, headers: { host } });
}

function buildClient(): string {
  const parent = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  mkdirSync(join(parent, 'client/assets'), { recursive: true });
  writeFileSync(join(parent, 'secret.txt'), 'secret');
  writeFileSync(join(parent, 'client/index.html'), '<title>board</title>');
  writeFileSync(join(parent, 'client/manifest.webmanifest'), '{}');
  writeFileSync(join(parent, 'client/assets/index-abc123.js'), 'board()');
  return parent;
}
