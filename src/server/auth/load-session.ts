import type { FastifyRequest } from 'fastify';
import type { BrowserSessions } from './browser-sessions.ts';
import type { RequestLimiter } from './request-limits.ts';
import { setSession } from './session-hooks.ts';
import type { SessionStore } from './session-store.ts';

/** Sessions remembered as live, so that their people are not counted among the strangers. */
const KNOWN_SESSIONS = 10_000;

export interface LoadSessionOptions {
  idOf: (request: FastifyRequest) => ReturnType<BrowserSessions['idOf']>;
  find: SessionStore['find'];
  /** Counts by person, or by address when signed out. */
  limit: RequestLimiter;
  /** Counts the sessions that are not known yet, by address. */
  limitUnknown: RequestLimiter;
}

/**
 * Creates the hook that finds the session a request's cookie opens, and counts the request. A token
 * not seen before counts before the database is asked: anyone can make up as many as they like.
 */
export function loadSession(options: LoadSessionOptions): RequestLimiter {
  const { idOf, find, limit, limitUnknown } = options;
  const known = new Set<string>();
  const remember = (id: string): void => {
    known.delete(id);
    known.add(id);
    const [oldest] = known;
    if (known.size > KNOWN_SESSIONS && oldest !== undefined) known.delete(oldest);
  };
  return async (request, reply) => {
    const id = idOf(request);
    if (id !== null) {
      if (!known.has(id)) await limitUnknown(request, reply);
      const session = await find(id);
      if (session === null) known.delete(id);
      else {
        remember(id);
        setSession(request, session);
      }
    }
    await limit(request, reply);
  };
}
