import type { Hook } from '#server/http/checks.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { RequestLimiter } from './request-limits.ts';
import { setSession } from './session-hooks.ts';
import type { Session, SessionStore } from './session-store.ts';

export interface LoadSessionOptions {
  idOf: BrowserSessions['idOf'];
  sessions: Pick<SessionStore, 'find' | 'findCached'>;
  /** Counts by person, or by address when signed out. */
  limit: RequestLimiter;
}

/**
 * Creates the hook that finds the session a request's cookie opens, and counts the request. Anyone can
 * make up as many tokens as they like: an address that has used up its limit, by requests that none
 * was found for, is refused before the database is asked for more.
 */
export function loadSession({ idOf, sessions, limit }: LoadSessionOptions): Hook {
  return (request, reply, done) => {
    const count = (session: Session | null): void => {
      if (session !== null) setSession(request, session);
      limit(request, reply);
    };
    const id = idOf(request);
    const cached = id === null ? null : sessions.findCached(id);
    if (id !== null && cached === undefined) {
      limit.peek(request, reply);
      return sessions.find(id).then(count);
    }
    count(cached ?? null);
    return done();
  };
}
