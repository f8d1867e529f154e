import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions } from 'fastify';
import { problemCodeOf } from '#shared/problem.ts';
import type { Database } from '#server/database/database.ts';
import { summarizeError } from '#server/errors/error-message.ts';
import { LimitReached, Refusal } from '#server/errors/refusal.ts';
import type { Meters } from './metrics.ts';
import type { App } from './valibot-routes.ts';

export const LOG_LEVELS = ['error', 'warn', 'info'] as const;

export interface LogOptions {
  /** The lowest level that is logged, of requests that are answered with `info`; the audit log does not depend on it. */
  level: (typeof LOG_LEVELS)[number];
  /** Whether the audit log says where a request came from. */
  hasAddresses?: boolean;
  /** The logger's own would end the process with an error, and wait for ever when it ends. */
  stream: { write: (line: string) => void };
}

/** How the server logs: JSON lines, of a request without its headers and the codes in its address. */
export function loggerOptions({
  level,
  hasAddresses = false,
  stream,
}: LogOptions): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    stream,
    serializers: {
      req: ({ method, url }: FastifyRequest) => ({ method, path: url.split('?')[0] ?? url }),
      address: ({ ip }: FastifyRequest) => (hasAddresses ? ip : undefined),
    },
  };
}

/** The log of who signs in, signs out or is refused: the level does not leave any of that out. */
export function auditLog(request: FastifyRequest): FastifyBaseLogger {
  return request.log.child({ address: request }, { level: 'info' });
}

/** Requests that the database fails are answered without a word of why: its reason is logged once. */
export function logOutages(app: App, { events }: Pick<Database, 'events'>): void {
  events.on('failure', ({ message, reason }) => {
    app.log.error({ reason }, message);
  });
  events.on('recovery', (seconds) => {
    // Whoever saw it begin sees it end, also where only errors are logged.
    app.log.child({}, { level: 'warn' }).warn({ seconds }, 'the database works again');
  });
}

/** Logs what the server failed to do by itself, unless an outage is why, which is logged once. */
export function logFailedTask(app: App, error: unknown, message: string): void {
  if (problemCodeOf(error) === 'unavailable') return;
  app.log.warn({ reason: summarizeError(error) }, message);
}

/** Milliseconds in which one of equal refusals is logged: nobody can flood the log. */
const PERIOD_MS = 60_000;

/** Logs refusals for lack of permission, and each minute how many requests were beyond which limit. */
export function logRefusals(
  app: App,
  meters: Meters,
  findSession: (request: FastifyRequest) => { user: { uid: string } } | undefined,
): void {
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
      meters.emit('limited', error.limit);
    }
    if (!(error instanceof Refusal)) return;
    const { method, routeOptions } = request;
    const { code, reason } = error;
    meters.emit('refusal', code);
    // The pattern of the path: with ids in it, no two refusals need be equal.
    const uid = findSession(request)?.user.uid;
    const refused = { uid, method, route: routeOptions.url, code, reason };
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
