import { expect, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { serveTests } from '#server/testing/serve-tests.ts';

// What other sites send, in all its forms, is in tests/security/cross-site.test.ts.
const { server, person } = serveTests();

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

test.for([
  ['PUT', `${PATHS.thoughts}/${'a'.repeat(20)}`],
  ['DELETE', PATHS.session],
  ['POST', PATHS.signIn],
] as const)(
  '%s %s that names our origin is forbidden when another site sends it',
  async ([method, url]) => {
    const { app, origin } = server();
    const cookie = (await person('ada')).jar.header('/');
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': site, origin, cookie };
      const answer = await app.inject({ method, url, headers });
      expect([site, answer.statusCode, answer.json()]).toEqual([site, 403, { code: 'forbidden' }]);
    }
  },
);

test('a read for another site’s page is forbidden', async () => {
  const cookie = (await person('ada')).jar.header('/');
  const headers = { 'sec-fetch-site': 'cross-site', cookie };
  const answer = await server().app.inject({ url: PATHS.session, headers });
  expect([answer.statusCode, answer.json()]).toEqual([403, { code: 'forbidden' }]);
});
