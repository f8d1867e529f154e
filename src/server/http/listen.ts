import { once } from 'node:events';
import { createServer, isIPv6, type Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import type { App } from './valibot-routes.ts';

/** Connections that may wait to be accepted: after a restart all readers reconnect at once. */
const ACCEPT_QUEUE = 4_096;
const FINISH_TIMEOUT_MS = 5_000;
/**
 * Requests that may be pending on one connection. Browsers and proxies send one at a time; of thousands sent at once by
 * somebody who reads nothing, each answer would wait in memory.
 */
const PENDING_LIMIT = 50;

/** Where browsers look for `localhost`, whatever the system's own list says. */
const LOOPBACK = ['127.0.0.1', '::1'];
const LOCAL = new Set(['localhost', '127.0.0.1', '0.0.0.0', '::']);

/** Listens on a host, for `localhost` on all its addresses; rejects with a message for the operator. */
export async function listen(app: App, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port, backlog: ACCEPT_QUEUE });
    if (host === 'localhost') await requireNobodyElse(app, port);
  } catch (error) {
    throw explain(error, host, port);
  }
}

/** The framework does without an address that is in use, at which a browser would find the other program. */
async function requireNobodyElse(app: App, port: number): Promise<void> {
  const own = new Set(app.addresses().map((one) => (typeof one === 'string' ? one : one.address)));
  for (const address of LOOPBACK.filter((one) => !own.has(one))) {
    const probe = createServer().listen(port, address);
    await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => {
      // Any other failure means that this computer has no such address.
      if (error.code === 'EADDRINUSE') throw error;
    });
    probe.close();
  }
}

function explain(error: unknown, host: string, port: number): unknown {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} is in use: stop what uses it, or set PORT to another, like ${port + 1}.`,
      );
    case 'EACCES':
      return new Error(`Port ${port} is not allowed: set PORT to one above 1023.`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return new Error(
        `LISTEN_HOST is ${host}, which is no name or address of this computer: leave it out, or set 0.0.0.0 for all addresses.`,
      );
    default:
      return error;
  }
}

/**
 * Counts requests, closes connections with too many pending ones, and lets the closing app finish them. Call this
 * before adding routes.
 */
export function finishRequests(
  app: App,
  count: (labels: Record<'method' | 'route' | 'status', string>) => void,
): void {
  const underWay = new Map<ServerResponse, string>();
  const pending = new WeakMap<Socket, number>();
  const pendingOn = (socket: Socket): number => pending.get(socket) ?? 0;
  // One function for all responses: thousands of streams stay open.
  function forget(this: ServerResponse): void {
    const route = underWay.get(this) ?? '';
    underWay.delete(this);
    pending.set(this.req.socket, pendingOn(this.req.socket) - 1);
    const status = this.headersSent ? this.statusCode : 0;
    count({ method: this.req.method ?? '', route, status: String(status) });
  }
  app.addHook('onRequest', ({ routeOptions: { url = 'none' }, socket }, { raw }, done) => {
    // No answer could get through, so the request ends here.
    if (pendingOn(socket) >= PENDING_LIMIT) return void socket.destroy();
    pending.set(socket, pendingOn(socket) + 1);
    underWay.set(raw, url);
    raw.on('close', forget);
    done();
  });
  app.addHook('preClose', async () => {
    const signal = AbortSignal.timeout(FINISH_TIMEOUT_MS);
    const finished = [...underWay.keys()].map((response) => once(response, 'close', { signal }));
    await Promise.allSettled(finished);
  });
}

/** The origin under which a browser on this computer reaches a server that listens on a host. */
export function ownOrigin(host: string, port: number): string {
  // A URL can't hold the zone of an IPv6 address.
  const name = isIPv6(host) ? `[${host.replace(/%.*/u, '')}]` : host;
  return new URL(`http://${LOCAL.has(host) ? 'localhost' : name}:${port}`).origin;
}
