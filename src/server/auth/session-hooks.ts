import type { FastifyRequest } from 'fastify';
import { Problem } from '#shared/problem.ts';
import type { User } from '#shared/user.ts';
import { AUTHOR_HEADER } from '#shared/wire.ts';
import { Refusal } from '#server/errors/refusal.ts';
import type { App } from '#server/http/valibot-routes.ts';

/** A valid session; its id is the hash of the token in its cookie. */
export interface Session {
  id: string;
  user: User;
}

const SESSION = Symbol('session');

export function decorateRequests(app: App): void {
  app.decorateRequest(SESSION, null);
}

export function setSession(request: FastifyRequest, session: Session): void {
  request.setDecorator<Session | null>(SESSION, session);
}

/** Refuses what was meant for another person: a tab may not know yet that somebody else has signed in. */
export function requireAuthor(request: FastifyRequest): void {
  const { uid } = sessionOf(request).user;
  const author = request.headers[AUTHOR_HEADER] ?? uid;
  if (author !== uid) {
    throw new Refusal('signed-out', 'It was meant for another person.');
  }
}

export function findSession(request: FastifyRequest): Session | null {
  return request.getDecorator<Session | null>(SESSION);
}

export function sessionOf(request: FastifyRequest): Session {
  const session = findSession(request);
  if (session === null) throw new Problem('signed-out');
  return session;
}
