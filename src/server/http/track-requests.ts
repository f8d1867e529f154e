import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests are under way on each open connection of a server. */
export interface TrackedRequests {
  counts: ReadonlyMap<Socket, number>;
  /** Calls back with a connection that was opened, or whose count has changed. */
  onChange: (listener: (socket: Socket, count: number) => void) => void;
}

/** Counts the requests of each connection, whichever server accepted it. */
export function trackRequests(server: Server): TrackedRequests {
  const counts = new Map<Socket, number>();
  const listeners: ((socket: Socket, count: number) => void)[] = [];
  const change = (socket: Socket, difference: number): void => {
    if (socket.destroyed) return;
    const count = (counts.get(socket) ?? 0) + difference;
    counts.set(socket, count);
    for (const listener of listeners) listener(socket, count);
  };

  // One function for all connections, and one for all answers: thousands of readers stay.
  function forget(this: Socket): void {
    counts.delete(this);
  }
  function finish(this: ServerResponse): void {
    change(this.req.socket, -1);
  }
  server.on('connection', (socket: Socket) => {
    change(socket, 0);
    socket.on('close', forget);
  });
  server.on('request', ({ socket }, response) => {
    change(socket, 1);
    response.on('close', finish);
  });
  return { counts, onChange: (listener) => void listeners.push(listener) };
}
