import { expect, test } from 'vitest';
import { createApp } from './create-app.ts';

const OPTIONS = {
  publicURL: 'http://localhost',
  trustProxy: [],
  log: null,
};

test.each([
  ['an invalid byte', [0xff], 'text-malformed'],
  ['a cut character', [0xe2, 0x82], 'text-malformed'],
  ['half a surrogate pair', [0xed, 0xa0, 0x80], 'text-malformed'],
  ['an overlong form', [0xc0, 0xaf], 'text-malformed'],
])('a body with %s is refused, not changed', async (_name, bytes, code) => {
  const { statusCode, body } = await echo(Buffer.from([0x22, ...bytes, 0x22]));
  expect([statusCode, body]).toEqual([400, JSON.stringify({ code })]);
});

test('a body in UTF-8 arrives as it was sent', async () => {
  const sent = JSON.stringify('Grüße, 李 🙂');
  expect(await echo(Buffer.from(sent))).toMatchObject({ statusCode: 200, body: sent });
});

async function echo(payload: Buffer) {
  const app = await createApp(OPTIONS);
  app.post('/', async ({ body }, reply) => reply.send(JSON.stringify(body)));
  const headers = { 'content-type': 'application/json' };
  return app.inject({ method: 'POST', url: '/', headers, payload });
}
