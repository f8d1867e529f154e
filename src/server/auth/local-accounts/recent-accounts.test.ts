import { expect, test } from 'vitest';
import { createApp } from '#server/http/create-app.ts';
import { accountFrom } from './account.ts';
import { createRecentAccounts } from './recent-accounts.ts';

test('the accounts are known after a restart', async () => {
  const first = await serve();
  const cookie = await first.add('Ada', first.none);
  const second = await serve();
  expect(await second.names(cookie)).toEqual(['Ada']);
});

test('the longest names leave the cookie small enough to be kept', async () => {
  const { add, names, none } = await serve();
  let cookie = none;
  for (const letter of ['a', 'b', 'c', 'd', 'e', 'f'])
    cookie = await add(`${letter}${'李'.repeat(99)}`, cookie);
  expect(cookie.length).toBeLessThan(4_096);
  const kept = await names(cookie);
  expect(kept.length).toBeGreaterThan(2);
  expect(kept[0]).toMatch(/^f/u);
});

/** A server that remembers and lists accounts; cookies come and go as headers. */
async function serve() {
  const publicURL = 'http://localhost:3000';
  const app = await createApp({ publicURL, cookieSecret: 'secret', trustProxy: [], log: null });
  const recent = createRecentAccounts(publicURL);
  app.post('/:name', async (request, reply) => {
    const name = decodeURIComponent(request.url.slice(1));
    recent.add(
      request,
      reply,
      accountFrom({ name, email: `${name.charAt(0)}${'x'.repeat(240)}@a.b` }),
    );
    return reply.send('');
  });
  app.get('/', (request) => JSON.stringify(recent.read(request).map(({ name }) => name)));
  return {
    none: 'nothing=here',
    add: async (name: string, cookie: string): Promise<string> => {
      const url = `/${encodeURIComponent(name)}`;
      const answer = await app.inject({ method: 'POST', url, headers: { cookie } });
      return String(answer.headers['set-cookie']).split(';')[0] ?? '';
    },
    names: async (cookie: string): Promise<string[]> =>
      (await app.inject({ url: '/', headers: { cookie } })).json(),
  };
}
