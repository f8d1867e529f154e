import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp, type Dependencies } from './app.ts';
import { googleIssuer, type Issuer } from './auth/issuer.ts';
import { createLocalAccounts } from './auth/local-accounts/local-accounts.ts';
import type { RequestLimits } from './auth/request-limits.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/open-database.ts';
import { findFreePort, listen, ownOrigin } from './http/listen.ts';
import type { LogOptions } from './http/log.ts';

const CLIENT_FOLDER = join(import.meta.dirname, '../../dist/client');

export interface ServerOptions {
  log: LogOptions | null;
  limits?: RequestLimits;
  /** Most live streams at once, in place of the usual bound. */
  streamLimit?: number | undefined;
  /** Runs when the database ends by itself: nothing can be served then. */
  onLost: (error: Error) => void;
}

export interface Server {
  publicURL: string;
  /** Ends the streams, finishes what was asked, and closes the database. */
  close: () => Promise<void>;
}

/** Opens the database, builds the app and listens. */
export async function startServer(config: Config, options: ServerOptions): Promise<Server> {
  const { host } = config;
  const port = config.port === 0 ? await findFreePort(host) : config.port;
  const publicURL = config.publicURL ?? ownOrigin(host, port);
  const database = await openDatabase(config, options.onLost);
  let { close } = database;
  try {
    const app = await buildApp({
      ...dependenciesFor(config, publicURL, options),
      database,
      clientFolder: existsSync(join(CLIENT_FOLDER, 'index.html')) ? CLIENT_FOLDER : null,
    });
    close = async () => {
      await app.close();
      await database.close();
    };
    await listen(app, { host, port });
    return { publicURL, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What the app takes from the settings, and from who starts the server. */
export function dependenciesFor(
  config: Config,
  publicURL: string,
  { limits, log, streamLimit }: ServerOptions,
): Omit<Dependencies, 'database' | 'clientFolder'> {
  const { allowDomains, trustProxy, metricsAllow } = config;
  const issuer = createIssuer(config, publicURL);
  return {
    publicURL,
    issuer,
    allowDomains,
    trustProxy,
    metricsAllow,
    limits: limits ?? config.limits,
    log,
    streamLimit,
  };
}

function createIssuer({ google }: Config, publicURL: string): Issuer {
  if (google === null) return createLocalAccounts(publicURL);
  return googleIssuer(google.clientID, google.clientSecret);
}
