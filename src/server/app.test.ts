import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { cookieName } from '#server/auth/private-cookie.ts';
import { openTestServer, recordLog, serveTests } from '#tests/server/test-board.ts';

const { app, origin, person } = await serveTests();

const path = `${PATHS.thoughts}/${newId()}`;
const MALFORMED: [number, string] = [400, 'malformed-request'];
test.for<[what: string, body: BodyInit, answer?: [number, string], address?: string]>([
  ['a form', new URLSearchParams({ text: 'x' }), [415, 'media-type']],
  ['broken JSON', '{"text":'],
  ['a prototype key', '{"__proto__":{},"text":"x"}'],
  ['bytes that are not UTF-8', Buffer.from('"\xff"', 'latin1'), [400, 'text-malformed']],
  ['a huge body', `{"text":"${'x'.repeat(5_000)}"}`, [413, 'body-too-large']],
  ['a bad address', '{"text":"x"}', MALFORMED, `${PATHS.thoughts}/%`],
])('adding with %s is refused', async ([, body, answered = MALFORMED, address = path]) => {
  const ada = await person('ada');
  const isForm = body instanceof URLSearchParams;
  const headers = isForm ? {} : { 'content-type': 'application/json' };
  const answer = await ada.send(address, { method: 'PUT', headers, body });
  expect([answer.status, await answer.json()]).toEqual([answered[0], { code: answered[1] }]);
});

test.for<[method: 'POST' | 'DELETE', url: string]>([
  ['POST', PATHS.signIn],
  ['DELETE', path],
  ['DELETE', PATHS.session],
])(
  'a request without a body may come with an empty one, in chunks: %s %s',
  async ([method, url]) => {
    const cookie = (await person('ada')).jar.header('/');
    const headers = { cookie, origin, 'transfer-encoding': 'chunked' };
    const { statusCode } = await app.inject({ method, url, headers });
    expect(statusCode).toBe(200);
  },
);

test('a failure of ours is a plain 500, logged once, and says nothing of itself', async () => {
  const { log, lines } = recordLog();
  const broken = await openTestServer({ log });
  await broken.database.write({ sql: 'alter table sessions rename to elsewhere' });
  lines.length = 0;
  const answer = await broken.app.inject({
    url: `${PATHS.session}?secret=1`,
    headers: { cookie: `${cookieName('session', broken.origin)}=secret-token` },
  });
  expect([answer.statusCode, answer.json()]).toEqual([500, { code: 'internal' }]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/no such table: sessions|relation \\"sessions\\" does not exist/u);
  expect(lines[0]).not.toMatch(/secret/u);
});
