import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { googleIssuer } from './auth/google-issuer.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/open-database.ts';
import { findFreePort } from './http/free-port.ts';
import type { LogOptions } from './http/log.ts';
import { REQUEST_LIMITS, type RequestLimits } from './auth/request-limits.ts';

const CLIENT_FOLDER = join(import.meta.dirname, '../../dist/client');

export interface ServerOptions {
  log: LogOptions | null;
  limits?: RequestLimits;
  /** Told when the database ends by itself: nothing can be served then. */
  onLost: (error: Error) => void;
}

/** A server that listens. */
export interface Server {
  /** The origin people open. */
  publicURL: string;
  /** Ends the streams, finishes what was asked, and closes the database. */
  close: () => Promise<void>;
}

/** Opens the database, builds the app and listens. */
export async function startServer(config: Config, options: ServerOptions): Promise<Server> {
  const { host, google, trustProxy } = config;
  const port = config.port === 0 ? await findFreePort(host) : config.port;
  const publicURL = config.publicURL ?? `http://localhost:${port}`;
  const database = openDatabase(config.dataFolder, options.onLost);
  try {
    const app = await buildApp({
      publicURL,
      database,
      issuer:
        google === null ? 'local-accounts' : googleIssuer(google.clientID, google.clientSecret),
      clientFolder: existsSync(join(CLIENT_FOLDER, 'index.html')) ? CLIENT_FOLDER : null,
      limits: options.limits ?? limitsFor(config),
      trustProxy,
      log: options.log,
    });
    const close = async (): Promise<void> => {
      await app.close();
      await database.close();
    };
    await app.listen({ host, port });
    return { publicURL, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function limitsFor({ google }: Config): RequestLimits {
  // All local accounts share one address, and there is no password to guess.
  return google === null ? { ...REQUEST_LIMITS, signIns: REQUEST_LIMITS.all } : REQUEST_LIMITS;
}
