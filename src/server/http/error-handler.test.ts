import { expect, test } from 'vitest';
import { createApp } from './create-app.ts';

test('no failure is kept for later, whatever its route said of the answer', async () => {
  const app = await createApp({
    publicURL: 'http://localhost',
    cookieSecret: 'secret',
    trustProxy: [],
    log: null,
  });
  app.get('/', (_request, reply) => {
    void reply.header('cache-control', 'max-age=31536000, immutable');
    throw new Error('A disk fails.');
  });
  const { statusCode, headers } = await app.inject('/');
  await app.close();
  expect([statusCode, headers['cache-control']]).toEqual([500, 'no-store']);
});
