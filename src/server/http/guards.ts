import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Refusal } from '#server/errors/refusal.ts';

/** Checks a request before it is handled; throws a `Problem` to refuse it. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => void;

/** Makes one hook of several checks, none of which waits, so that no request needs a promise for each. */
export function hookOf(...checks: readonly Check[]): onRequestHookHandler {
  return (request, reply, done) => {
    for (const check of checks) check(request, reply);
    done();
  };
}

export const forbidCaching: Check = (_request, reply) =>
  void reply.header('cache-control', 'no-store');

const READING = new Set(['GET', 'HEAD']);

/** Refuses writes unless the browser says that a page of the board sends them; reads pass. */
export function refuseCrossSiteWrites(publicURL: string): Check {
  return (request) => {
    if (READING.has(request.method)) return;
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isOwn = site === undefined ? origin === publicURL : site === 'same-origin';
    if (!isOwn) throw new Refusal('forbidden', 'No page of the board has sent the request.');
  };
}
