import type { FastifyRequest } from 'fastify';
import { auditLog } from '#server/http/log.ts';
import { Refusal } from '#server/errors/refusal.ts';
import type { App } from '#server/http/valibot-routes.ts';
import type { Session } from './session-cache.ts';

/** Milliseconds in which one of equal refusals is logged: nobody can flood the log. */
const PERIOD_MS = 60_000;

/** Logs requests that are refused for want of rights. */
export function logRefusals(
  app: App,
  findSession: (request: FastifyRequest) => Session | null,
): void {
  const log = auditLog(app.log);
  const logged = new Set<string>();
  const timer = setInterval(() => logged.clear(), PERIOD_MS).unref();
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof Refusal)) return;
    const { method, routeOptions } = request;
    const { code, reason } = error;
    // The pattern of the path: with ids in it, no two refusals need be equal.
    const refused = {
      uid: findSession(request)?.user.uid,
      method,
      route: routeOptions.url,
      code,
      reason,
    };
    const key = JSON.stringify(refused);
    if (logged.has(key)) return;
    logged.add(key);
    log.warn(refused, 'a request was refused');
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
