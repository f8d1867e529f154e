import type { Config } from '#server/config.ts';
import { startServer, type Server, type ServerOptions } from '#server/start-server.ts';
import { WIDE_LIMITS } from './wide-limits.ts';

/**
 * Starts the real server as all that this process does, until its parent disconnects, however that
 * ends. Only the limits on requests are lifted: they are there to stop exactly what a trial or a
 * measurement does.
 */
export async function startForParent(
  config: Config,
  options: Pick<ServerOptions, 'log' | 'streamLimit'>,
): Promise<Server> {
  const server = await startServer(config, {
    ...options,
    limits: WIDE_LIMITS,
    onLost: (error) => {
      throw error;
    },
  });
  process.once('disconnect', () => void server.close());
  return server;
}
