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
