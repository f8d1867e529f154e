import type { Socket } from 'node:net';
import type { App } from './valibot-routes.ts';

/**
 * Cuts connections that never asked for anything when the app closes. Browsers open some ahead of
 * need, and Node does not count them as idle: a stop would wait for them for a minute.
 */
export function cutUnusedConnections(app: App): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => unused.forEach((socket) => socket.destroy()));
}
