import { expect, test, vi } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { VERSION } from '#server/version.ts';
import { createApp } from './create-app.ts';
import { registerHealthRoutes } from './health-route.ts';

test('after a failed commit the server is unavailable, and then lets the next write decide, as long as none hangs', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const at = performance.now();
  let isHanging = false;
  const app = await createApp({ publicURL: 'http://localhost', trustProxy: [], log: null });
  registerHealthRoutes(app, { failedAt: () => at, isHanging: () => isHanging }, () => true);
  const answerOf = async (url: string) => {
    const answer = await app.inject({ url });
    return [answer.statusCode, answer.json()];
  };
  const ok = [200, { status: 'ok', version: VERSION }];
  expect(await answerOf(PATHS.ready)).toEqual([503, { code: 'unavailable' }]);
  expect(await answerOf(PATHS.alive)).toEqual(ok);
  vi.advanceTimersByTime(10_000);
  expect(await answerOf(PATHS.ready)).toEqual(ok);
  isHanging = true;
  expect(await answerOf(PATHS.ready)).toEqual([503, { code: 'unavailable' }]);
});
