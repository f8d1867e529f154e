import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import type { Config } from '#server/config.ts';
import type { LogOptions } from '#server/http/log.ts';
import { startServer, type Server } from '#server/start-server.ts';

/** Ports that no system gives to a connection, so that one stays free while its server is stopped. */
const [FIRST_PORT, PORTS] = [20_000, 10_000];
const WIDE = { max: 1_000_000, periodMs: 60_000 };

/** Limits no test reaches. */
export const WIDE_LIMITS: Config['limits'] = {
  signIns: WIDE,
  adds: WIDE,
  changes: WIDE,
  all: WIDE,
};

/** A port that nothing listens on. */
export async function findFreePort(host: string): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const probe = createServer().listen(port, host);
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return port;
  }
}

/** Lets a server listen on 127.0.0.1, on a free port unless one is given; returns the port. */
export async function listenLocally(server: NetServer, wanted = 0): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

/** Closes a server and the connections that are still open. */
export async function closeServer(server: HttpServer): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Starts the real server in this process, whose fatal errors are thrown. Only the request limits are lifted,
 * which are meant to stop just what a trial or a measurement does.
 */
export function startWithoutLimits(config: Config, log: LogOptions | null): Promise<Server> {
  return startServer({ ...config, limits: WIDE_LIMITS }, log, (error) => {
    throw error;
  });
}
