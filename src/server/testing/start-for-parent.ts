import type { Config } from '#server/config.ts';
import type { LogOptions } from '#server/http/log.ts';
import { startServer, type Server } from '#server/start-server.ts';
import { WIDE_LIMITS } from './wide-limits.ts';

/**
 * Starts the real server as all that this process does, until its parent disconnects, however that
 * ends. Only the limits on requests are lifted: they are there to stop exactly what a trial or a
 * measurement does.
 */
export async function startForParent(config: Config, log: LogOptions | null): Promise<Server> {
  const wide = { ...config, limits: WIDE_LIMITS };
  const server = await startServer(wide, log, (error) => {
    throw error;
  });
  process.once('disconnect', () => void server.close());
  return server;
}
