import { expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { createAnsweringBrowser } from '#tests/setup/answering-browser.ts';
import { send } from './request.ts';

test.for([
  ['of ours', 429, '{"code":"too-many-requests"}', '7', 'too-many-requests', 7_000],
  ['of a proxy in between', 503, '<h1>Down</h1>', '120', 'unavailable', 120_000],
  ['that names no time', 503, '{"code":"unavailable"}', null, 'unavailable', 0],
  [
    'that names a day',
    503,
    '{"code":"unavailable"}',
    'Wed, 21 Oct 2026 07:28:00 GMT',
    'unavailable',
    0,
  ],
] as const)('a refusal %s says how long to wait', async ([, status, body, after, code, wait]) => {
  const headers = new Headers(after === null ? {} : { 'retry-after': after });
  const browser = createAnsweringBrowser(() => new Response(body, { status, headers }));
  await expect(send(browser, ['GET', PATHS.thoughts])).rejects.toMatchObject({
    name: 'Problem',
    code,
    retryAfter: wait,
  });
});
