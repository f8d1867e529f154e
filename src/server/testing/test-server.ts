import { onTestFinished } from 'vitest';
import { buildApp, type Dependencies } from '#server/app.ts';
import { createLocalAccounts } from '#server/auth/local-accounts/local-accounts.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase, type DatabaseSettings } from '#server/database/open-database.ts';
import { listen } from '#server/http/listen.ts';
import { findFreePort } from './find-free-port.ts';
import type { App } from '#server/http/valibot-routes.ts';
import { createTestBoard } from './test-board.ts';
import { WIDE_LIMITS } from './wide-limits.ts';

/** A real server for tests: a free port, an empty board, local accounts. */
export interface TestServer {
  app: App;
  origin: string;
  database: Database;
  /** Where the data is, for what another process does to it. */
  board: DatabaseSettings;
  close: () => Promise<void>;
}

/**
 * Starts a server that listens; what is given takes the place of the usual parts. A board that is
 * named stays when the server closes.
 */
export async function startTestServer(
  given: Partial<Dependencies> = {},
  named?: DatabaseSettings,
): Promise<TestServer> {
  if (named !== undefined) return startServerOver(named, given);
  const board = await createTestBoard();
  const server = await startServerOver(board, given);
  return { ...server, close: () => server.close().finally(board.remove) };
}

/** Starts a server until the test has finished. */
export async function openTestServer(
  ...given: Parameters<typeof startTestServer>
): Promise<TestServer> {
  const server = await startTestServer(...given);
  onTestFinished(server.close);
  return server;
}

async function startServerOver(
  board: DatabaseSettings,
  given: Partial<Dependencies>,
): Promise<TestServer> {
  const port = await findFreePort('127.0.0.1');
  const origin = `http://localhost:${port}`;
  const database = await openDatabase(board, (error) => {
    throw error;
  });
  const app = await buildApp({
    publicURL: origin,
    database,
    issuer: createLocalAccounts(origin),
    clientFolder: null,
    limits: WIDE_LIMITS,
    trustProxy: [],
    metricsAllow: ['127.0.0.0/8', '::1'],
    log: null,
    ...given,
  });
  await listen(app, 'localhost', port);
  return {
    app,
    origin,
    database,
    board,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
