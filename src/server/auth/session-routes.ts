import * as v from 'valibot';
import { PATHS, SessionBody } from '#shared/wire.ts';
import { problemResponses, type App } from '#server/http/valibot-routes.ts';
import type { PrivateCookie } from './private-cookie.ts';
import { sessionIDOf } from './session-store.ts';
import { findSession } from './session-hooks.ts';

export interface SessionRouteOptions {
  cookie: PrivateCookie;
  /** Revokes a session and ends its streams. */
  endSession: (id: string) => Promise<void>;
}

/** The routes that tell who is signed in, and sign out. */
export function registerSessionRoutes(app: App, { cookie, endSession }: SessionRouteOptions): void {
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
      const token = cookie.read(request);
      if (token !== undefined) {
        await endSession(sessionIDOf(token));
        cookie.clear(reply);
      }
      return reply.code(204).send();
    },
  );
}
