import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, type Dependencies } from '#server/app.ts';
import { createLocalAccounts } from '#server/auth/local-accounts/local-accounts.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { databaseFileIn } from '#server/database/data-folder.ts';
import type { Database } from '#server/database/database.ts';
import { findFreePort } from '#server/http/free-port.ts';
import { addressesOf, listen } from '#server/http/listen.ts';
import type { RequestLimits } from '#server/auth/request-limits.ts';
import type { App } from '#server/http/valibot-routes.ts';

const WIDE = { max: 1_000_000, periodMs: 60_000 };

/** Limits no test reaches. */
export const WIDE_LIMITS: RequestLimits = { signIns: WIDE, adds: WIDE, changes: WIDE, all: WIDE };

/** A real server for tests: a free port, an empty database in a folder of its own, local accounts. */
export interface TestServer {
  app: App;
  origin: string;
  database: Database;
  /** The database's file, for what another process does to it. */
  file: string;
  close: () => Promise<void>;
}

/**
 * Starts a server that listens; what is given takes the place of the usual parts. A data folder
 * that is named stays when the server closes.
 */
export async function startTestServer(
  given: Partial<Dependencies> = {},
  dataFolder?: string,
): Promise<TestServer> {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  const port = await findFreePort('127.0.0.1');
  const origin = `http://localhost:${port}`;
  const database = openDatabase(folder, (error) => {
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
    file: databaseFileIn(folder),
    close: async () => {
      await app.close();
      await database.close();
      if (dataFolder === undefined) rmSync(folder, { recursive: true });
    },
  };
}
