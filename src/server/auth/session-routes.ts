import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { PATHS, SessionBody } from '#shared/wire.ts';
import { problemResponses, type App } from '#server/http/valibot-routes.ts';
import { findSession } from './session-hooks.ts';

type EndSession = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The routes that say who is signed in, and sign out. */
export function registerSessionRoutes(app: App, endSession: EndSession): void {
  app.get(
    PATHS.session,
    { schema: { response: { 200: SessionBody, ...problemResponses } } },
    // A dead cookie is left alone: by now another tab's sign-in may have put a live one in its place.
    (request) => ({ user: findSession(request)?.user ?? null }),
  );

  app.delete(
    PATHS.session,
    { schema: { response: { 204: v.undefined(), ...problemResponses } } },
    async (request, reply) => {
      await endSession(request, reply);
      return reply.code(204).send();
    },
  );
}
