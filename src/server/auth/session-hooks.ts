import type { FastifyRequest } from 'fastify';
import { Problem } from '#shared/problem.ts';
import { AUTHOR_HEADER } from '#shared/wire.ts';
import { Refusal } from '#server/errors/refusal.ts';
import type { App } from '#server/http/valibot-routes.ts';
import type { Session } from './session-cache.ts';

const SESSION = Symbol('session');

/** Makes room for a session on every request; none is known until it is loaded. */
export function decorateRequests(app: App): void {
  app.decorateRequest(SESSION, null);
}

export function setSession(request: FastifyRequest, session: Session): void {
  request.setDecorator<Session | null>(SESSION, session);
}

/**
 * Refuses what is signed out, or was meant for another person: a tab that does not know yet that
 * somebody else has signed in must not write in their name.
 */
export function requireAuthor(request: FastifyRequest): void {
  const { uid } = sessionOf(request).user;
  const author = request.headers[AUTHOR_HEADER] ?? uid;
  if (author !== uid) {
    throw new Refusal('signed-out', 'It was meant for another person.');
  }
}

/** The request's session, or null when signed out. */
export function findSession(request: FastifyRequest): Session | null {
  return request.getDecorator<Session | null>(SESSION);
}

/** The request's session; a signed-out request is refused. */
export function sessionOf(request: FastifyRequest): Session {
  const session = findSession(request);
  if (session === null) throw new Problem('signed-out');
  return session;
}
