import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, type Dependencies } from '#server/app.ts';
import { createLocalAccounts } from '#server/auth/local-accounts/local-accounts.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/database/schema.ts';
import { findFreePort } from '#server/http/free-port.ts';
import { addressesOf, listen } from '#server/http/listen.ts';
import type { RequestLimits } from '#server/auth/request-limits.ts';
import type { App } from '#server/http/valibot-routes.ts';

const WIDE = { max: 1_000_000, window: 60_000 };

/** Limits no test reaches. */
export const WIDE_LIMITS: RequestLimits = { signIns: WIDE, adds: WIDE, changes: WIDE, all: WIDE };

/** A real server for tests: a free port, an empty database in a folder of its own, local accounts. */
export interface TestServer {
  app: App;
  origin: string;
  database: Database;
  close: () => Promise<void>;
}

/** Starts a server that listens; what is given takes the place of the usual parts. */
export async function startTestServer(given: Partial<Dependencies> = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  const port = await findFreePort('127.0.0.1');
  const origin = `http://localhost:${port}`;
  const { database, close: closeDatabase } = await openDatabase(folder, (error) => {
    throw error;
  });
  const app = await buildApp({
    publicURL: origin,
    database,
    issuer: createLocalAccounts({ publicURL: origin, dataFolder: folder }),
    clientFolder: null,
    limits: WIDE_LIMITS,
    trustProxy: [],
    log: null,
    ...given,
  });
  await listen(app, { addresses: await addressesOf('localhost'), port });
  return {
    app,
    origin,
    database,
    close: async () => {
      await app.close();
      await closeDatabase();
      rmSync(folder, { recursive: true });
    },
  };
}
