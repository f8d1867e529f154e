import type { FastifyRequest } from 'fastify';
import type { Check } from '#server/http/checks.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { setSession } from './session-hooks.ts';
import type { SessionStore } from './session-store.ts';

export interface LoadSessionOptions {
  idOf: (request: FastifyRequest) => ReturnType<BrowserSessions['idOf']>;
  sessions: Pick<SessionStore, 'find' | 'isCached'>;
  /** Counts by person, or by address when signed out. */
  limit: Check;
  /** Counts the sessions that the database has to be asked for, by address. */
  limitUnknown: Check;
}

/**
 * Creates the check that finds the session a request's cookie opens, and counts the request. A token
 * not seen before counts before the database is asked: anyone can make up as many as they like.
 */
export function loadSession(options: LoadSessionOptions): Check {
  const { idOf, sessions, limit, limitUnknown } = options;
  return (request, reply) => {
    const id = idOf(request);
    if (id !== null) {
      if (!sessions.isCached(id)) limitUnknown(request, reply);
      const session = sessions.find(id);
      if (session !== null) setSession(request, session);
    }
    limit(request, reply);
  };
}
