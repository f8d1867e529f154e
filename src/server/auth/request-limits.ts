import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Problem } from '#shared/problem.ts';
import type { Check } from '#server/http/guards.ts';

export interface RequestLimit {
  max: number;
  periodMs: number;
}

/** Callers counted at once; beyond that, the least recently seen start over. */
const CALLERS_LIMIT = 50_000;

/** Counts a caller's requests, and refuses those beyond the limit until the period is over. */
export interface RequestLimiter extends Check {
  /** Refuses a request beyond the limit, without counting it. */
  peek: Check;
}

/** Creates a limiter whose check throws `too-many-requests`, with the milliseconds until the caller's period is over. */
export function createRequestLimiter({ max, periodMs }: RequestLimit): RequestLimiter {
  const counts = new LRUCache<string, { used: number }>({
    max: CALLERS_LIMIT,
    ttl: periodMs,
    memoMethod: () => ({ used: 0 }),
  });
  const countBy =
    (added: number): Check =>
    (request) => {
      const caller = callerOf(request);
      const count = counts.memo(caller);
      if (count.used >= max) {
        const retryAfter = counts.getRemainingTTL(caller);
        throw new Problem('too-many-requests', { retryAfter });
      }
      count.used += added;
    };
  return Object.assign(countBy(1), { peek: countBy(0) });
}

/** The person or network a request counts for; a closed connection has no address. */
function callerOf(request: FastifyRequest): string {
  return request.session?.user.uid ?? callerNetwork(request.ip ?? '');
}

const NETWORK_GROUPS = 4;

/** The network an address counts for: with IPv6 the /64, which belongs to one household. */
export function callerNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
