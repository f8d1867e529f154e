import { expect, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { serveTests } from '#server/testing/serve-tests.ts';

const { server, person } = serveTests();

const writes = [
  ['PUT', `${PATHS.thoughts}/${newTextID()}`],
  ['PATCH', `${PATHS.thoughts}/${newTextID()}`],
  ['DELETE', `${PATHS.thoughts}/${newTextID()}`],
  ['DELETE', PATHS.session],
  ['POST', PATHS.signIn],
] as const;

test.for(writes)('%s %s of another site is refused', async ([method, url]) => {
  const { app, origin } = server();
  const cookie = (await person('ada')).jar.header('/');
  for (const headers of [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin },
  ]) {
    const answer = await app.inject({ method, url, headers: { ...headers, cookie } });
    expect([headers, answer.statusCode, answer.json()]).toEqual([
      headers,
      403,
      { code: 'forbidden' },
    ]);
  }
  const { statusCode } = await app.inject({ url: PATHS.thoughts, headers: { cookie } });
  expect(statusCode).toBe(200);
});

test('a write of our own pages passes by either header', async () => {
  const { app, origin } = server();
  const cookie = (await person('ada')).jar.header('/');
  for (const headers of [{ origin }, { 'sec-fetch-site': 'same-origin' }]) {
    const answer = await app.inject({
      method: 'PUT',
      url: `${PATHS.thoughts}/${newTextID()}`,
      headers: { ...headers, cookie },
      payload: { text: 'ours' },
    });
    expect(answer.statusCode).toBe(204);
  }
});

test.for([PATHS.session, PATHS.thoughts, PATHS.live])(
  'a read of %s for another site’s page is refused',
  async (url) => {
    const cookie = (await person('ada')).jar.header('/');
    const headers = { 'sec-fetch-site': 'cross-site', cookie };
    const answer = await server().app.inject({ url, headers });
    expect([answer.statusCode, answer.json()]).toEqual([403, { code: 'forbidden' }]);
  },
);
