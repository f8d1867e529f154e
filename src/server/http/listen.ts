import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { drainConnections } from './drain-connections.ts';
import { limitPipelining } from './limit-pipelining.ts';
import { trackRequests } from './track-requests.ts';
import type { App } from './valibot-routes.ts';

/** Connections that may wait to be accepted: after a restart all readers come at once. */
const ACCEPT_QUEUE = 4_096;
/** `localhost` may name an address of a family this computer does not use. */
const ABSENT_FAMILY = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

export interface ListenOptions {
  addresses: readonly string[];
  port: number;
}

/** The addresses of a host name: `localhost` may have two. Rejects when it is unknown. */
export async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/**
 * Listens on every address. All connections are the app's one HTTP server's, with its timeouts and
 * error handling; closing the app stops listening and waits, some seconds at most, for the requests
 * under way. Rejects when an address is in use or none of this computer's.
 */
export async function listen(app: App, { addresses, port }: ListenOptions): Promise<void> {
  const [host = 'localhost', ...others] = addresses;
  const listeners = others.map(() => createListener(app));
  const requests = trackRequests(app.server);
  limitPipelining(requests);
  drainConnections(app, listeners, requests);
  await app.listen({ host, port, backlog: ACCEPT_QUEUE });
  for (const [index, listener] of listeners.entries()) {
    listener.listen({ host: others[index], port, backlog: ACCEPT_QUEUE });
    await once(listener, 'listening').catch((error: NodeJS.ErrnoException) => {
      if (!ABSENT_FAMILY.has(error.code ?? '')) throw error;
    });
  }
}

/** Accepts the connections of another address for the app's HTTP server. */
function createListener(app: App): Server {
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => {
    app.server.emit('connection', socket);
  });
}
