import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import type { Database } from '#server/database/database.ts';
import { openTestDatabase } from '#server/testing/temporary-folder.ts';
import { handleError } from './error-handler.ts';
import { registerHealthRoute } from './health-route.ts';
import { useValibot, type App, type ValibotTypeProvider } from './valibot-routes.ts';

test('after a commit that failed the server is unavailable until it can write again', async () => {
  const database = openTestDatabase();
  const lines: string[] = [];
  const lastFailure = 'database or disk is full';
  const failing: Database = {
    ...database,
    lastFailure: () => lastFailure,
    write: () => Promise.reject(new Error(lastFailure)),
  };
  const broken = await healthOf(failing, lines);
  expect(broken).toEqual([503, { code: 'unavailable' }]);
  expect(lines.join('')).toContain(lastFailure);

  const recovered = await healthOf({ ...failing, write: database.write }, lines);
  expect(recovered).toEqual([200, { status: 'ok' }]);
});

test('a server that waits for another program to write answers all the same', async () => {
  const lines: string[] = [];
  const waiting: Database = {
    ...openTestDatabase(),
    lastFailure: () => 'database is locked',
    write: () => new Promise(() => {}),
  };
  expect(await healthOf(waiting, lines)).toEqual([503, { code: 'unavailable' }]);
  expect(lines.join('')).toContain('Writing takes too long.');
}, 3_000);

test('questions within a second share one look at the database', async () => {
  const database = openTestDatabase();
  let reads = 0;
  const app = createApp({
    ...database,
    read: (...query) => {
      reads += 1;
      return database.read(...query);
    },
  });
  await app.inject({ url: PATHS.health });
  await app.inject({ url: PATHS.health });
  expect(reads).toBe(1);
});

function createApp(database: Database, lines: string[] = []): App {
  const app: App = Fastify({
    logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
  }).withTypeProvider<ValibotTypeProvider>();
  useValibot(app);
  app.setErrorHandler(handleError);
  registerHealthRoute(app, database);
  return app;
}

async function healthOf(database: Database, lines: string[]): Promise<[number, unknown]> {
  const answer = await createApp(database, lines).inject({ url: PATHS.health });
  return [answer.statusCode, answer.json()];
}
