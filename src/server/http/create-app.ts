import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import { Problem } from '#shared/problem.ts';
import { addressIn } from './addresses.ts';
import { hookOf, type Check } from './guards.ts';
import { handleError } from './error-handler.ts';
import { loggerOptions, type LogOptions } from './log.ts';
import {
  noOtherCompilers,
  useValibot,
  type App,
  type ValibotTypeProvider,
} from './valibot-routes.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // People's photos are at their issuer's.
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join(';');

/** Bytes of a body: a thought of 150 characters in the most wasteful JSON is below 1 KiB. */
const BODY_LIMIT_BYTES = 4_096;
const REQUEST_TIMEOUT_MS = 30_000;
/** Milliseconds of silence that end a connection; the heartbeats of streams come more often. */
const CONNECTION_TIMEOUT_MS = 60_000;

export interface AppOptions {
  publicURL: string;
  cookieSecret: string;
  trustProxy: string[];
  log: LogOptions | null;
}

/** Creates the app with what every answer has in common, and no routes. */
export async function createApp(options: AppOptions): Promise<App> {
  const { publicURL, cookieSecret: secret, trustProxy, log } = options;
  const fixed = securityHeaders(publicURL);
  const setHeaders: Check = (request, reply) =>
    void reply.headers(fixed).header('x-request-id', request.id);
  const app: App = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    trustProxy: trustProxy.length > 0 && trustProxy,
    logger: log === null ? false : loggerOptions(log),
    logController: new LogController({ disableRequestLogging: log?.level !== 'info' }),
    genReqId: requestIDs(trustProxy),
    return503OnClosing: false,
    forceCloseConnections: true,
    // No hook runs before these.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      return handleError(error, request, reply);
    },
    schemaController: { compilersFactory: noOtherCompilers },
  }).withTypeProvider<ValibotTypeProvider>();
  useValibot(app);
  parseJSONStrictly(app);
  app.setErrorHandler(handleError);
  app.addHook('onRequest', hookOf(setHeaders));
  // Cookies are parsed by those who read one.
  await app.register(cookie, { secret, hook: false });
  return app;
}

function requestIDs(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = addressIn(trustProxy);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isID = typeof given === 'string' && /^[\w.-]{8,64}$/u.test(given);
    return isID && isTrusted(socket.remoteAddress) ? given : randomUUID();
  };
}

function securityHeaders(publicURL: string): Record<string, string> {
  return {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    // Of the other hosts of the domain we know nothing.
    ...(publicURL.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** Makes JSON the only kind of body, and refuses bytes that are no UTF-8 instead of replacing them. */
function parseJSONStrictly(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (typeof body === 'string' || isUtf8(body)) void parse(request, body.toString(), done);
    else done(new Problem('text-malformed'));
  });
}
