import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';
import type { ServerResponse } from 'node:http';
import type { App } from './valibot-routes.ts';

/** Connections that may wait to be accepted: after a restart all readers come at once. */
const ACCEPT_QUEUE = 4_096;
/** Milliseconds that requests under way get when the app closes. */
const FINISH_TIMEOUT_MS = 5_000;

/** Hosts whose servers `localhost` leads to. */
const LOCAL = new Set(['localhost', '127.0.0.1', '0.0.0.0', '::']);

export interface ListenOptions {
  host: string;
  port: number;
}

/** Listens at a host: where it is `localhost`, on all its addresses. Rejects when the port is in use. */
export async function listen(app: App, { host, port }: ListenOptions): Promise<void> {
  await app.listen({ host, port, backlog: ACCEPT_QUEUE });
}

/**
 * Lets the closing app finish the requests under way before it cuts all connections: browsers open
 * some ahead of need, which a stop would wait a minute for. To be called before routes are added, and
 * after what ends the streams.
 */
export function finishRequests(app: App): void {
  const underWay = new Set<ServerResponse>();
  // One function for all: thousands of readers stay.
  function forget(this: ServerResponse): void {
    underWay.delete(this);
  }
  app.addHook('onRequest', (_request, { raw }, done) => {
    underWay.add(raw);
    raw.on('close', forget);
    done();
  });
  app.addHook('preClose', async () => {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, FINISH_TIMEOUT_MS);
    const finished = [...underWay].map((response) => once(response, 'close'));
    await Promise.race([Promise.all(finished), timeout.promise]);
    clearTimeout(timer);
  });
}

/** Finds a free port before the app is built: it is part of the address people sign in to. */
export async function findFreePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** The origin that leads to a server listening at a host, as browsers write it. */
export function ownOrigin(host: string, port: number): string {
  // A zone has no place in a URL.
  const name = isIPv6(host) ? `[${host.replace(/%.*/u, '')}]` : host;
  return new URL(`http://${LOCAL.has(host) ? 'localhost' : name}:${port}`).origin;
}
