import type { FastifyRequest } from 'fastify';
import type { Check, Hook } from '#server/http/checks.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { setSession } from './session-hooks.ts';
import type { Session, SessionStore } from './session-store.ts';

export interface LoadSessionOptions {
  idOf: (request: FastifyRequest) => ReturnType<BrowserSessions['idOf']>;
  sessions: Pick<SessionStore, 'find' | 'findCached'>;
  /** Counts by person, or by address when signed out. */
  limit: Check;
  /** Counts the sessions that the database has to be asked for, by address. */
  limitUnknown: Check;
}

/**
 * Creates the hook that finds the session a request's cookie opens, and counts the request. A token
 * not seen before counts before the database is asked: anyone can make up as many as they like.
 */
export function loadSession({ idOf, sessions, limit, limitUnknown }: LoadSessionOptions): Hook {
  return (request, reply, done) => {
    const count = (session: Session | null): void => {
      if (session !== null) setSession(request, session);
      limit(request, reply);
    };
    const id = idOf(request);
    const cached = id === null ? null : sessions.findCached(id);
    if (id !== null && cached === undefined) {
      limitUnknown(request, reply);
      return sessions.find(id).then(count);
    }
    count(cached ?? null);
    return done();
  };
}
