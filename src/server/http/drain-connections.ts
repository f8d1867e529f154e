import type { Server } from 'node:net';
import type { TrackedRequests } from './track-requests.ts';
import type { App } from './valibot-routes.ts';

/** Milliseconds that requests under way get when the app closes. */
const DRAIN_TIMEOUT_MS = 5_000;

/**
 * Lets the closing app finish the requests under way, and cuts every connection that has none.
 * Browsers open some ahead of need, which Node does not count as idle: a stop would wait a minute
 * for them.
 */
export function drainConnections(
  app: App,
  listeners: readonly Server[],
  { counts, onChange }: TrackedRequests,
): void {
  app.addHook('preClose', async () => {
    const closed = [app.server, ...listeners].map(close);
    onChange((socket, count) => {
      if (count === 0) socket.destroy();
    });
    counts.forEach((count, socket) => {
      if (count === 0) socket.destroy();
    });
    const cut = setTimeout(() => counts.forEach((_, socket) => socket.destroy()), DRAIN_TIMEOUT_MS);
    await Promise.all(closed);
    clearTimeout(cut);
  });
}

/** Stops accepting; resolves when the last connection has closed, and at once if it never listened. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
