import { expect, test, vi } from 'vitest';
import { createApp } from '#server/http/create-app.ts';
import { LOCAL_ACCOUNTS } from './account.ts';
import { mountProvider } from './local-accounts.ts';
import { createLocalProvider } from './provider.ts';

test('a failure of the provider itself is reported', async () => {
  const publicURL = 'http://localhost:3000';
  const errors: string[] = [];
  const provider = createLocalProvider({
    publicURL,
    issuer: {
      name: 'local-accounts',
      url: `${publicURL}${LOCAL_ACCOUNTS.root}`,
      clientID: 'board',
      clientSecret: 'a secret between the two',
      prompt: 'login',
    },
    findAccount: () => undefined,
    onError: (error) => errors.push(error.message),
  });
  vi.spyOn(provider.Client, 'find').mockRejectedValue(new Error('broken'));
  const app = await createApp({ publicURL, cookieSecret: 'secret', trustProxy: [], log: null });
  mountProvider(app, async () => provider);
  const answer = await app.inject({
    url: `${LOCAL_ACCOUNTS.root}/auth?client_id=board`,
    headers: { host: new URL(publicURL).host, 'sec-fetch-site': 'none' },
  });
  expect(answer.headers.location).toBe(`${publicURL}/login`);
  expect(errors).toEqual(['broken']);
});
