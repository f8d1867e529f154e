import type { FastifyRequest } from 'fastify';
import { Problem } from '#shared/problem.ts';
import type { User } from '#shared/user.ts';
import { AUTHOR_HEADER } from '#shared/wire.ts';
import { Refusal } from '#server/errors/refusal.ts';

/** A valid session; its id is the hash of the token in its cookie. */
export interface Session {
  id: string;
  user: User;
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

/** Refuses a request meant for another person: a tab may not know yet that someone else has signed in. */
export function requireAuthor(request: FastifyRequest): void {
  const { uid } = sessionOf(request).user;
  const author = request.headers[AUTHOR_HEADER] ?? uid;
  if (author !== uid) {
    throw new Refusal('signed-out', 'The request was meant for another person.');
  }
}

export function sessionOf({ session }: FastifyRequest): Session {
  if (session === null) throw new Problem('signed-out');
  return session;
}
