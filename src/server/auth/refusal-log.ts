import type { FastifyRequest } from 'fastify';
import type { ProblemCode } from '#shared/problem.ts';
import { auditLog } from '#server/http/log.ts';
import { Refusal } from '#server/errors/refusal.ts';
import type { App } from '#server/http/valibot-routes.ts';
import type { Session } from './session-store.ts';

/** Milliseconds in which equal refusals are counted, not logged one by one. */
const PERIOD_MS = 60_000;

interface RefusedRequest {
  /** Absent where nobody known has sent it. */
  uid?: string | undefined;
  method: string;
  /** The pattern of the path: with ids in it, no two refusals need be equal. */
  route: string | undefined;
  code: ProblemCode;
  reason: string;
}

/**
 * Logs each request that is refused for want of rights. Of equal ones the first of a minute is logged at
 * once, and how many followed at the minute's end: nobody can flood the log.
 */
export function logRefusals(
  app: App,
  findSession: (request: FastifyRequest) => Session | null,
): void {
  const log = auditLog(app.log);
  const counts = new Map<string, { refused: RefusedRequest; repeats: number }>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const { refused, repeats } of counts.values()) {
      if (repeats > 0) log.warn({ ...refused, repeats }, 'a request was refused again');
    }
    counts.clear();
  };
  const note = (refused: RefusedRequest): void => {
    const key = JSON.stringify(refused);
    const known = counts.get(key);
    if (known !== undefined) {
      known.repeats += 1;
      return;
    }
    counts.set(key, { refused, repeats: 0 });
    log.warn(refused, 'a request was refused');
    timer ??= setTimeout(flush, PERIOD_MS).unref();
  };

  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof Refusal) {
      const { method, routeOptions } = request;
      const { code, reason } = error;
      const uid = findSession(request)?.user.uid;
      note({ uid, method, route: routeOptions.url, code, reason });
    }
  });
  app.addHook('onClose', async () => flush());
}
