import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, serveTests } from '#tests/server/test-board.ts';

const folder = folderWith({
  'secret.txt': 'secret',
  'client/index.html': '<title>board</title>',
  'client/index.html.br': 'br of the page',
  'client/.sources': 'a secret of the build',
  'client/mark.svg': '<svg/>',
  'client/assets/index-abc123.js': 'board()',
  'client/assets/index-abc123.js.br': 'br of board()',
});
const { app, origin } = await serveTests({ clientFolder: join(folder, 'client') });

test.for(['board.lan', 'localhost:1', '127.0.0.1'])(
  'a page requested at %s says where the board is, and nothing else',
  async (host) => {
    for (const [path, status] of [
      ['/', 200],
      ['/profile/', 200],
      ['/apiary', 404],
    ] as const) {
      const answer = await get(path, { host });
      expect(answer.statusCode).toBe(status);
      expect(answer.body).toContain(`<a href="${origin}">${origin}</a>`);
      expect(answer.body).toContain('has to set PUBLIC_URL');
      expect(answer.body).not.toMatch(/<script type|<title>board/u);
    }
  },
);

test.for([
  { host: 'board', 'x-forwarded-for': '192.0.2.7' },
  { host: '127.0.0.1:3000', via: '1.1 proxy' },
])('a proxy that names a host of its own gets the board: %o', async (headers) => {
  expect((await get('/', headers)).body).toBe('<title>board</title>');
});

test.for([
  '/.sources',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
])('nothing beside the client is served under %s', async (path) => {
  expect((await get(path)).body).not.toContain('secret');
});

test('files without a hash in their name are revalidated', async () => {
  const { headers } = await get('/mark.svg');
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' });
  const again = await get('/mark.svg', { 'if-none-match': headers.etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('files that the build compressed are sent compressed to clients that accept it', async () => {
  const encoded = { '/': 'br of the page', '/assets/index-abc123.js': 'br of board()' };
  for (const [url, body] of Object.entries(encoded)) {
    const answer = await get(url, { 'accept-encoding': 'gzip, br' });
    expect([answer.statusCode, answer.body]).toEqual([200, body]);
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    const plain = await get(url, { 'accept-encoding': 'gzip, br;q=0' });
    expect(plain.body).not.toBe(body);
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(plain.headers['content-type']).toBe(answer.headers['content-type']);
    expect(plain.headers).not.toHaveProperty('content-encoding');
  }
});

function get(url: string, headers = {}) {
  return app.inject({ url, headers: { host: new URL(origin).host, ...headers } });
}
