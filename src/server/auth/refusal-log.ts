import type { FastifyRequest } from 'fastify';
import { auditLog } from '#server/http/log.ts';
import type { Meters } from '#server/http/metrics.ts';
import { LimitReached, Refusal } from '#server/errors/refusal.ts';
import type { App } from '#server/http/valibot-routes.ts';
import type { Session } from './session-hooks.ts';

/** Milliseconds in which one of equal refusals is logged: nobody can flood the log. */
const PERIOD_MS = 60_000;

export interface RefusalLogOptions {
  findSession: (request: FastifyRequest) => Session | null;
  meters: Pick<Meters, 'countLimited' | 'countRefusal'>;
}

/** Logs refusals for lack of permission, and each minute how many requests were beyond which limit. */
export function logRefusals(app: App, { findSession, meters }: RefusalLogOptions): void {
  const logged = new Set<string>();
  let beyond: Record<string, number> = {};
  const endPeriod = (): void => {
    logged.clear();
    if (Object.keys(beyond).length > 0) app.log.warn({ beyond }, 'requests were beyond a limit');
    beyond = {};
  };
  const timer = setInterval(endPeriod, PERIOD_MS).unref();
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof LimitReached) {
      beyond[error.limit] = (beyond[error.limit] ?? 0) + 1;
      meters.countLimited(error.limit);
    }
    if (!(error instanceof Refusal)) return;
    const { method, routeOptions } = request;
    const { code, reason } = error;
    meters.countRefusal(code);
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
    auditLog(request).warn(refused, 'a request was refused');
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    endPeriod();
  });
}
