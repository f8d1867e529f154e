import type { Socket } from 'node:net';
import type { App } from './valibot-routes.ts';

/** Milliseconds between two looks for connections that have fallen idle. */
const LOOK_INTERVAL = 50;

/**
 * Cuts the connections without a request while the app closes. Browsers open some ahead of need,
 * which Node does not count as idle, and keep those whose last answer was under way when the close
 * began: a stop would wait for either for a minute.
 */
export function closeIdleConnections(app: App): void {
  const { server } = app;
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    const timer = setInterval(() => {
      unused.forEach((socket) => socket.destroy());
      server.closeIdleConnections();
    }, LOOK_INTERVAL);
    server.once('close', () => clearInterval(timer));
    // Closing an app that never listened makes no event.
    timer.unref();
  });
}
