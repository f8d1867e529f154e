import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '#server/config.ts';
import type { LogOptions } from '#server/http/log.ts';
import { startServer, type Server } from '#server/start-server.ts';

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
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/**
 * Runs the real server in this process until the parent disconnects, however the parent ends. Only
 * the request limits are lifted, which are meant to stop just what a trial or a measurement does.
 */
export async function startForParent(config: Config, log: LogOptions | null): Promise<Server> {
  const wide = { ...config, limits: WIDE_LIMITS };
  const server = await startServer(wide, log, (error) => {
    throw error;
  });
  process.once('disconnect', () => void server.close());
  return server;
}
