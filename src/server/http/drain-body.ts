import { finished } from 'node:stream';
import type { FastifyRequest, onSendHookHandler } from 'fastify';

/** Milliseconds that the rest of a body gets to arrive. */
const DRAIN_TIMEOUT_MS = 2_000;

/**
 * The hook that lets a body that nobody has read arrive, and throws it away, before its request is
 * answered. One that does not arrive in time ends the connection with the answer: its rest would be
 * taken out of the next request, and a proxy may send another visitor's there.
 */
export function drainBody(...[{ raw }, reply, payload, done]: Parameters<onSendHookHandler>): void {
  // Most requests have none, and wait for nothing.
  if (raw.readableEnded || !announcesBody(raw)) {
    done(null, payload);
    return;
  }
  finished(raw.resume(), { signal: AbortSignal.timeout(DRAIN_TIMEOUT_MS) }, () => {
    if (!raw.readableEnded) void reply.header('connection', 'close');
    done(null, payload);
  });
}

function announcesBody({ headers }: FastifyRequest['raw']): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}
