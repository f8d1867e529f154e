import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import type { Database } from '#server/database/database.ts';
import { VERSION } from '#server/version.ts';
import { openTestDatabase } from '#server/testing/test-board.ts';
import { handleError } from './create-app.ts';
import { registerHealthRoutes } from './health-route.ts';
import { useValibot, type App, type ValibotTypeProvider } from './valibot-routes.ts';

test('after a failed commit the server is unavailable, and then lets the next write decide', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const at = performance.now();
  const failing: Database = {
    ...(await openTestDatabase()),
    lastFailure: () => ({ reason: 'database or disk is full', at }),
    write: () => Promise.reject(new Error('A probe writes nothing.')),
  };
  expect(await healthOf(failing)).toEqual([503, { code: 'unavailable' }]);
  vi.advanceTimersByTime(10_000);
  expect(await healthOf(failing)).toEqual([200, { status: 'ok', version: VERSION }]);
});

test('a server whose database does not answer is unavailable', async () => {
  const waiting: Database = { ...(await openTestDatabase()), read: () => new Promise(() => {}) };
  expect(await healthOf(waiting)).toEqual([503, { code: 'unavailable' }]);
}, 3_000);

test('a server is alive while it is not ready, and not ready once the tables are of another version', async () => {
  const database = await openTestDatabase();
  const lines: string[] = [];
  const app = createApp(database, lines);
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  expect(await statusOf(PATHS.ready)).toBe(200);
  await database.write({
    sql: `insert into "meta" values ('schema', '99') on conflict ("key") do update set "value" = '99'`,
  });
  vi.runAllTimers();
  expect([await statusOf(PATHS.ready), await statusOf(PATHS.alive)]).toEqual([503, 200]);
  expect(lines.join('')).toContain('The tables are of another version.');
});

function createApp(database: Database, lines: string[] = []): App {
  const app: App = Fastify({
    logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
  }).withTypeProvider<ValibotTypeProvider>();
  useValibot(app);
  app.setErrorHandler(handleError);
  registerHealthRoutes(app, database, () => true);
  return app;
}

async function healthOf(database: Database): Promise<[number, unknown]> {
  const answer = await createApp(database).inject({ url: PATHS.ready });
  return [answer.statusCode, answer.json()];
}
