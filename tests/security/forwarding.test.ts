import { expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { openTestServer } from '#tests/server/test-board.ts';
import { WIDE_LIMITS } from '#tests/server/local-server.ts';
import { PUBLIC_URL, serveHttpsBoard } from './https-board.ts';

const board = await serveHttpsBoard();

/** The address from which the tests' requests come. */
const HERE = '127.0.0.1';
const OTHERS = ['198.51.100.1', '198.51.100.2', '198.51.100.1'];

test.for<[how: string, trustProxy: string[], callers: string[], statuses: number[]]>([
  ['counts when that proxy is trusted', [HERE], OTHERS, [200, 200, 429]],
  ['does not count where none is trusted', [], OTHERS, [200, 429, 429]],
  ['does not count where another is trusted', ['192.0.2.1'], OTHERS, [200, 429, 429]],
  ['counts without its port', [HERE], ['203.0.113.8:50000', '203.0.113.8:50001'], [200, 429]],
  ['counts in brackets, too', [HERE], ['[2001:db8::1]:443', '2001:db8::1'], [200, 429]],
  [
    'counts when one trusted proxy forwards to the next',
    [HERE],
    ['203.0.113.8, 127.0.0.1:4000', '203.0.113.8, 127.0.0.1:4001'],
    [200, 429],
  ],
])('ASVS 4.1.3: the caller that a proxy names %s', async ([, trustProxy, callers, statuses]) => {
  const limits = { ...WIDE_LIMITS, all: { max: 1, periodMs: 60_000 } };
  const { app } = await openTestServer({ trustProxy, limits });
  const found = [];
  for (const caller of callers) {
    const headers = { 'x-forwarded-for': caller };
    found.push((await app.inject({ url: PATHS.session, headers })).statusCode);
  }
  expect(found).toEqual(statuses);
});

test('the board keeps to its own public address, whatever address a proxy names', async () => {
  const claims = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  const started = await board.app.inject({
    method: 'POST',
    url: PATHS.signIn,
    headers: { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', ...claims },
  });
  expect(started.body).toContain(encodeURIComponent(PUBLIC_URL));
  expect(started.body).not.toContain('evil.example');
});
