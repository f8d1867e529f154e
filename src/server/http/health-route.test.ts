import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { VERSION } from '#server/version.ts';
import { handleError } from './create-app.ts';
import { registerHealthRoutes } from './health-route.ts';
import { useValibot, type App, type ValibotTypeProvider } from './valibot-routes.ts';

test('after a failed commit the server is unavailable, and then lets the next write decide', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const at = performance.now();
  const app = createApp(() => at);
  const answerOf = async (url: string) => {
    const answer = await app.inject({ url });
    return [answer.statusCode, answer.json()];
  };
  const ok = [200, { status: 'ok', version: VERSION }];
  expect(await answerOf(PATHS.ready)).toEqual([503, { code: 'unavailable' }]);
  expect(await answerOf(PATHS.alive)).toEqual(ok);
  vi.advanceTimersByTime(10_000);
  expect(await answerOf(PATHS.ready)).toEqual(ok);
});

function createApp(failedAt: () => number | null): App {
  const app: App = Fastify().withTypeProvider<ValibotTypeProvider>();
  useValibot(app);
  app.setErrorHandler(handleError);
  registerHealthRoutes(app, { failedAt }, () => true);
  return app;
}
