import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Problem } from '#shared/problem.ts';
import { AUTHOR_HEADER, PATHS, SessionBody } from '#shared/wire.ts';
import { Refusal } from '#server/errors/refusal.ts';
import { auditLog } from '#server/http/log.ts';
import type { App } from '#server/http/valibot-routes.ts';
import { createPrivateCookie } from './private-cookie.ts';
import type { RequestLimiter } from './request-limits.ts';
import { SESSION_TTL_MS, sessionIDOf, type Session, type SessionStore } from './session-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

/** The sessions of browsers: a cookie holds the token, the store its hash. Logs sign-ins and sign-outs. */
export function createBrowserSessions(publicURL: string, sessions: SessionStore) {
  const cookie = createPrivateCookie('session', publicURL, SESSION_TTL_MS / 1000);
  const idOf = (request: FastifyRequest): string | null => {
    const token = cookie.read(request);
    return token === undefined ? null : sessionIDOf(token);
  };
  /** Whether there was such a session. */
  const revoke = async (request: FastifyRequest, id: string): Promise<boolean> => {
    const uid = await sessions.revoke(id);
    if (uid !== null) auditLog(request).info({ uid }, 'a person signed out');
    return uid !== null;
  };
  return {
    /** Loads a request's session, and counts the request. Beyond the limit, invented tokens cost no query. */
    loadWithin:
      (limit: RequestLimiter): onRequestHookHandler =>
      (request, reply, done) => {
        const count = (session: Session | null): void => {
          request.session = session;
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
      },
    /** Refuses a request whose session has ended while its body arrived, which may take half a minute. */
    requireStillValid: async (request: FastifyRequest): Promise<void> => {
      const { id } = sessionOf(request);
      if ((await sessions.find(id)) === null) throw new Problem('signed-out');
    },
    /** A request's valid session, if it is cached: routes without a request limit must not query. */
    findCached: (request: FastifyRequest): Session | undefined => {
      const id = idOf(request);
      return id === null ? undefined : sessions.findCached(id);
    },
    start: async (request: FastifyRequest, reply: FastifyReply, uid: string): Promise<void> => {
      const token = await sessions.create(uid);
      const previous = idOf(request);
      if (previous !== null) await revoke(request, previous);
      cookie.set(reply, token);
      auditLog(request).info({ uid, issuer: sessions.issuer }, 'a person signed in');
    },
    end: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const id = idOf(request);
      // A late repeat of a sign-out must leave the cookie of whoever has signed in since.
      if (id !== null && (await revoke(request, id))) cookie.clear(reply);
    },
  };
}

/** Refuses a request of nobody, or one meant for another person. */
export function requireAuthor(request: FastifyRequest): void {
  refuseOthers(sessionOf(request), request);
}

/** Refuses a request meant for another person: a tab may not know yet that someone else has signed in. */
function refuseOthers({ user: { uid } }: Session, { headers }: FastifyRequest): void {
  const author = headers[AUTHOR_HEADER] ?? uid;
  if (author !== uid) {
    throw new Refusal('signed-out', 'The request was meant for another person.');
  }
}

/** The session of a request; throws `signed-out` if it has none. */
export function sessionOf({ session }: FastifyRequest): Session {
  if (session === null) throw new Problem('signed-out');
  return session;
}

export function registerSessionRoutes(app: App, endSession: BrowserSessions['end']): void {
  app.get(
    PATHS.session,
    { schema: { response: { 200: SessionBody } } },
    // An invalid cookie is not cleared: another tab's sign-in may just have replaced it.
    ({ session }) => ({ user: session?.user ?? null }),
  );

  // The answer has a body, so that no other program's empty answer passes for it.
  app.delete(
    PATHS.session,
    { schema: { response: { 200: SessionBody } } },
    async (request, reply) => {
      if (request.session !== null) refuseOthers(request.session, request);
      await endSession(request, reply);
      return { user: null };
    },
  );
}
