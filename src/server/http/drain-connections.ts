import type { ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { App } from './valibot-routes.ts';

/** Milliseconds that requests under way get when the app closes. */
const DRAIN_TIMEOUT_MS = 5_000;
/** Requests at once on one connection; browsers and proxies wait there for each answer. */
const PIPELINE_LIMIT = 50;

/**
 * Lets the closing app finish the requests under way, whichever server accepted them, and cuts every
 * connection that has none. Browsers open some ahead of need, which Node does not count as idle: a
 * stop would wait a minute for them. A connection that asks on and on without taking its answers,
 * which would all be kept for it, is cut at any time.
 */
export function drainConnections(app: App, listeners: readonly Server[]): void {
  const requests = new Map<Socket, number>();
  let isClosing = false;
  const count = (socket: Socket, change: number): void => {
    const underWay = (requests.get(socket) ?? 0) + change;
    if (!socket.destroyed) requests.set(socket, underWay);
    const isOver = isClosing && underWay === 0;
    if (isOver || underWay > PIPELINE_LIMIT) socket.destroy();
  };

  // One function for all connections, and one for all answers: thousands of readers stay.
  function forget(this: Socket): void {
    requests.delete(this);
  }
  function finish(this: ServerResponse): void {
    count(this.req.socket, -1);
  }
  app.server.on('connection', (socket: Socket) => {
    count(socket, 0);
    socket.on('close', forget);
  });
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.on('close', finish);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    const closed = [app.server, ...listeners].map(close);
    requests.forEach((_, socket) => count(socket, 0));
    const cut = setTimeout(
      () => requests.forEach((_, socket) => socket.destroy()),
      DRAIN_TIMEOUT_MS,
    );
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
