import * as v from 'valibot';
import { PATHS, SessionBody } from '#shared/wire.ts';
import type { Hook } from '#server/http/guards.ts';
import { logFailedTask } from '#server/http/log.ts';
import { problemResponses, type App } from '#server/http/valibot-routes.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { RequestLimiter } from './request-limits.ts';
import type { Session } from './session-cache.ts';
import { findSession, setSession } from './session-hooks.ts';
import type { SessionStore } from './session-store.ts';

export function registerSessionRoutes(app: App, endSession: BrowserSessions['end']): void {
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

export interface LoadSessionOptions {
  idOf: BrowserSessions['idOf'];
  sessions: Pick<SessionStore, 'find' | 'findCached'>;
  /** Counts by person, or by address when signed out. */
  limit: RequestLimiter;
}

/** Finds the session of a request, and counts it. Made-up tokens beyond the limit cost no question. */
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

const HOUR_MS = 3_600_000;

export function purgeHourly(app: App, purges: readonly (() => Promise<void>)[]): void {
  const purge = (): void => {
    Promise.all(purges.map((run) => run())).catch((error: unknown) =>
      logFailedTask(app, error, 'what has expired was not purged'),
    );
  };
  const timer = setInterval(purge, HOUR_MS);
  app.addHook('onReady', async () => purge());
  app.addHook('onClose', async () => clearInterval(timer));
}
