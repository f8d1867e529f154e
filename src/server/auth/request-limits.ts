import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { LimitReached } from '#server/errors/refusal.ts';
import type { Check } from '#server/http/guards.ts';

export interface RequestLimit {
  max: number;
  periodMs: number;
}

/** Sign-ins are counted by address, which a whole class or office may share. */
export type RequestLimits = Record<'signIns' | 'adds' | 'changes' | 'all', RequestLimit>;

/** Callers counted at once; beyond that, the least recently seen start over. */
const CALLERS_LIMIT = 50_000;

interface Count {
  used: number;
  endsAt: number;
}

/** Counts a caller's requests, and refuses those beyond the limit until the period is over. */
export interface RequestLimiter extends Check {
  /** Refuses a request beyond the limit, without counting it. */
  peek: Check;
}

export function createRequestLimiter(
  limits: RequestLimits,
  name: keyof RequestLimits,
): RequestLimiter {
  const { max, periodMs } = limits[name];
  const counts = new LRUCache<string, Count>({ max: CALLERS_LIMIT });
  const countOf = (caller: string): Count => {
    const now = performance.now();
    const known = counts.get(caller);
    if (known !== undefined && known.endsAt > now) return known;
    const count = { used: 0, endsAt: now + periodMs };
    counts.set(caller, count);
    return count;
  };
  const countBy =
    (added: number): Check =>
    (request) => {
      const count = countOf(callerOf(request));
      if (count.used >= max) throw new LimitReached(name, count.endsAt - performance.now());
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
