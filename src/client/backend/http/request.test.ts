import { expect, test, vi } from 'vitest';
import { NEVER } from '#shared/backoff.ts';
import { PATHS } from '#shared/wire.ts';
import { untilAborted } from '#tests/server/gate.ts';
import { createAnsweringBrowser } from '#tests/client/browser.ts';
import type { Browser } from './browser.ts';
import { send } from './request.ts';

test.for([
  ['of ours', 429, '{"code":"too-many-requests"}', '7', 'too-many-requests', 7_000],
  ['of a proxy in between', 503, '<h1>Down</h1>', '120', 'unavailable', 120_000],
  ['that names no time', 503, '{"code":"unavailable"}', null, 'unavailable', 0],
  ['that names a day', 503, '', 'Wed, 21 Oct 2026 07:28:00 GMT', 'unavailable', 0],
] as const)('a refusal %s says how long to wait', async ([, status, body, after, code, wait]) => {
  const headers = new Headers(after === null ? {} : { 'retry-after': after });
  const browser = createAnsweringBrowser(() => new Response(body, { status, headers }));
  await expect(send(browser, ['GET', PATHS.thoughts])).rejects.toMatchObject({
    name: 'Problem',
    code,
    retryAfter: wait,
  });
});

test.for([
  ['', undefined],
  [' that may be given up earlier', new AbortController().signal],
] as const)('a request%s without an answer is given up after 15 seconds', async ([, signal]) => {
  vi.useFakeTimers();
  // The browser's own timeout ignores the fake clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(abortLater);
  const browser: Browser = {
    ...createAnsweringBrowser(() => new Response()),
    fetch: (_input, init) => untilAborted(init?.signal ?? NEVER),
  };
  const onRefusal = vi.fn<(error: unknown) => void>();
  send(browser, ['GET', PATHS.thoughts], signal && { signal }).catch(onRefusal);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(onRefusal).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onRefusal).toHaveBeenCalledWith(expect.objectContaining({ code: 'unavailable' }));
});

test.for([
  ['the moment', [401, 407, 408, 425, 429, 502, 503], false],
  ['the request', [403, 404, 413], true],
] as const)('what a proxy in between says of %s', async ([, statuses, isForeign]) => {
  for (const status of statuses) {
    const browser = createAnsweringBrowser(() => new Response('<h1>No</h1>', { status }));
    const sent = send(browser, ['PUT', PATHS.thoughts]);
    await expect(sent).rejects.toMatchObject({ code: 'unavailable', isForeign });
  }
});

test('an answer that breaks off comes from nobody else, and a request that is given up meanwhile ends with the reason', async () => {
  const browser = createAnsweringBrowser(
    () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network')) })),
  );
  const target = ['PUT', PATHS.thoughts] as const;
  const unavailable = { code: 'unavailable', isForeign: false };
  await expect(send(browser, target)).rejects.toMatchObject(unavailable);
  const signal = AbortSignal.abort('given up');
  await expect(send(browser, target, { signal })).rejects.toBe('given up');
});

function abortLater(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}
