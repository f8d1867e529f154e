import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#shared/problem.ts';
import type { Check } from '#server/http/checks.ts';
import { callerNetwork } from './caller-network.ts';
import { createLRUCache } from './lru-cache.ts';
import { findSession } from './session-hooks.ts';

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
  /** Every request to the API, by user, or by address when signed out. */
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

/** Callers that are counted at once; of more, the ones seen longest ago begin again. */
const CALLERS_LIMIT = 50_000;

/** What a caller has used of the period under way; times in ms of the process's own clock. */
interface Count {
  used: number;
  endsAt: number;
}

/** Counts a request, and refuses a caller's requests beyond a limit, until its period is over. */
export interface RequestLimiter extends Check {
  /** Refuses a request of a caller who has used up the limit, without counting it. */
  peek: Check;
}

/** Creates the check of a limit. */
export function createRequestLimiter({ max, periodMs }: RequestLimit): RequestLimiter {
  const counts = createLRUCache<Count>(CALLERS_LIMIT);
  const countOf = (caller: string): Count => {
    const now = performance.now();
    const known = counts.get(caller);
    if (known !== undefined && known.endsAt > now) return known;
    const count = { used: 0, endsAt: now + periodMs };
    counts.set(caller, count);
    return count;
  };
  const check: Check = (request, reply) => {
    const count = countOf(callerOf(request));
    count.used += 1;
    if (count.used > max) refuse(reply, count);
  };
  const peek: Check = (request, reply) => {
    const count = countOf(callerOf(request));
    if (count.used >= max) refuse(reply, count);
  };
  return Object.assign(check, { peek });
}

function refuse(reply: FastifyReply, { endsAt }: Count): never {
  void reply.header('retry-after', Math.ceil((endsAt - performance.now()) / 1_000));
  throw new Problem('too-many-requests');
}

/**
 * Whom a request counts for. Without a socket, which a client that has left takes along, there is
 * no address.
 */
function callerOf(request: FastifyRequest): string {
  return findSession(request)?.user.uid ?? callerNetwork(request.ip ?? '');
}
