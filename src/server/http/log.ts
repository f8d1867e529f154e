import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { problemCodeOf } from '#shared/problem.ts';
import type { Database } from '#server/database/database.ts';
import { summarizeError } from '#server/errors/error-message.ts';
import { Refusal } from '#server/errors/refusal.ts';
import type { Metrics } from './metrics.ts';
import type { App } from './valibot-routes.ts';

export const LOG_LEVELS = ['error', 'warn', 'info'] as const;

export interface LogOptions {
  /** The lowest level that is logged; `info` includes every request. The audit log ignores it. */
  level: (typeof LOG_LEVELS)[number];
  /** The logger's own stream ends the process on an error, and may block its exit for ever. */
  stream: { write: (line: string) => void };
}

/** Logs JSON lines, and no headers or query of a request: they hold secrets, such as sign-in codes. */
export function loggerOptions(options: LogOptions) {
  return {
    ...options,
    serializers: {
      req: ({ method, url }: FastifyRequest) => ({ method, path: url.split('?')[0] ?? url }),
    },
  };
}

/** The log of sign-ins, sign-outs and refusals, at every log level. */
export function auditLog(request: FastifyRequest): FastifyBaseLogger {
  return request.log.child({}, { level: 'info' });
}

/** Logs an outage of the database once; the requests that it fails are not logged. */
export function logOutages(app: App, { events }: Pick<Database, 'events'>): void {
  events.on('failure', ({ message, reason }) => app.log.error({ reason }, message));
  events.on('recovery', () => app.log.warn('the database works again'));
}

/** Logs a background task's failure, unless it is due to an outage, which is logged once. */
export function logFailedTask(app: App, error: unknown, message: string): void {
  if (problemCodeOf(error) === 'unavailable') return;
  app.log.warn({ reason: summarizeError(error) }, message);
}

/** Equal refusals are logged once in this time, so that nobody can flood the log. */
const PERIOD_MS = 60_000;

/** Counts the refusals of requests without permission, and logs them, equal ones once a minute. */
export function logRefusals(app: App, metrics: Metrics): void {
  const logged = new Set<string>();
  setInterval(() => logged.clear(), PERIOD_MS).unref();
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof Refusal)) return;
    const { method, routeOptions, session } = request;
    const { code, reason } = error;
    void metrics.then(({ refusals }) => refusals.inc({ code }));
    // The route's pattern, because ids in a path would make every refusal different.
    const refused = { uid: session?.user.uid, method, route: routeOptions.url, code, reason };
    const key = JSON.stringify(refused);
    if (logged.has(key)) return;
    logged.add(key);
    auditLog(request).warn(refused, 'a request was refused');
  });
}
