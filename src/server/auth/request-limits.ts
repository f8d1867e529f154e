import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { LimitReached } from '#server/errors/refusal.ts';
import type { Check } from '#server/http/guards.ts';

export interface RequestLimit {
  max: number;
  periodMs: number;
}

export interface RequestLimits {
  /** Requests for sign-in, and callbacks, by address: a whole class or office may share one. */
  signIns: RequestLimit;
  adds: RequestLimit;
  changes: RequestLimit;
  all: RequestLimit;
}

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

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The network an address counts for: with IPv6 the /64, which belongs to one household. */
export function callerNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [, mapped] = MAPPED_IPV4.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [withoutZone = ''] = address.split('%');
  // `URL` brings the address into its canonical form.
  const { hostname } = new URL(`http://[${withoutZone}]`);
  const [first = [], last = []] = hostname.slice(1, -1).split('::').map(groupsOf);
  const zeros = Array.from({ length: GROUPS - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
