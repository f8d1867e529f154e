import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#shared/problem.ts';
import { findSession } from './session-hooks.ts';
import type { App } from '#server/http/valibot-routes.ts';

/** At most `max` requests in each period. */
export interface RequestLimit {
  max: number;
  periodMs: number;
}

export interface RequestLimits {
  /** Ways to the issuer and back, by address: a class or an office has one for everybody. */
  signIns: RequestLimit;
  adds: RequestLimit;
  /** Edits and deletions, by user. */
  changes: RequestLimit;
  /** Everything, by user, or by address when signed out. */
  all: RequestLimit;
}

const MINUTE_MS = 60_000;

/** What ordinary use never reaches. */
export const REQUEST_LIMITS: RequestLimits = {
  signIns: { max: 300, periodMs: 5 * MINUTE_MS },
  adds: { max: 30, periodMs: MINUTE_MS },
  changes: { max: 60, periodMs: MINUTE_MS },
  all: { max: 600, periodMs: MINUTE_MS },
};

export type RequestLimiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Whom a request counts for. An IPv6 household has a whole /64 to itself. Without a socket, which a
 * client that has left takes along, there is no address.
 */
function callerOf(request: FastifyRequest): string {
  return findSession(request)?.user.uid ?? normalizeIP(request.ip ?? '', 64);
}

/** Creates a hook that refuses requests beyond a limit. */
export function createRequestLimiter(app: App, { max, periodMs }: RequestLimit): RequestLimiter {
  const count = app.createRateLimit({ max, timeWindow: periodMs, keyGenerator: callerOf });
  return async (request, reply) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    void reply.header('retry-after', counted.ttlInSeconds);
    throw new Problem('too-many-requests');
  };
}
