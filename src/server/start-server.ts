import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { googleIssuer } from './auth/issuer.ts';
import { admitByLink, admitThisComputer } from './auth/local-accounts/admission.ts';
import { createLocalAccounts } from './auth/local-accounts/local-accounts.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/open-database.ts';
import { listen } from './http/listen.ts';
import type { LogOptions } from './http/log.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT_FOLDER = join(ROOT, 'dist/client');
const hasPages = (): boolean => existsSync(join(CLIENT_FOLDER, 'index.html'));

/** Throws where the client is not built: a server without pages answers 404 to everybody. */
export function requirePages(): void {
  if (hasPages()) return;
  throw new Error(
    `The pages of the board are missing: run \`npm run build\` in ${ROOT}, or \`npm start\`, which does it.`,
  );
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts a server; closing it ends the streams, finishes the requests and closes the database. `onLost` is
 * called when the database ends by itself, and nothing can be served. After a failure the process should end.
 */
export async function startServer(
  config: Config,
  log: LogOptions | null,
  onLost: (error: Error) => void,
) {
  const { host, port, publicURL, google, localAccountsByLink } = config;
  const admission = localAccountsByLink ? admitByLink(publicURL) : admitThisComputer;
  const database = await openDatabase(config, onLost);
  const app = await buildApp({
    ...config,
    issuer: google === null ? createLocalAccounts(publicURL, admission) : googleIssuer(google),
    database,
    log,
    clientFolder: hasPages() ? CLIENT_FOLDER : null,
  });
  await listen(app, host, port);
  const close = async (): Promise<void> => {
    await app.close();
    await database.close();
  };
  // Null where everybody on this computer may use the local accounts, or there are none.
  const secretLink = google === null ? (admission.link ?? null) : null;
  return { publicURL, secretLink, close };
}
