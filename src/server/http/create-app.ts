import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { isProblemCode, Problem, PROBLEMS, type ProblemCode } from '#shared/problem.ts';
import { withoutPorts } from './addresses.ts';
import { hookOf, type Check } from './guards.ts';
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
  // People's photos are on their issuer's servers.
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join(';');

/** A thought of 150 characters, all escaped in JSON, is below 1 KiB. */
const BODY_LIMIT_BYTES = 4_096;
const REQUEST_TIMEOUT_MS = 30_000;
/** Ends a silent connection; the heartbeats of streams come more often. */
const CONNECTION_TIMEOUT_MS = 60_000;

/** Ends idle connections: after a lost network a browser tries every one that it has kept, and waits for each. */
const KEEP_ALIVE_MS = 5_000;

const RETRY_AFTER_MS = 2_000;

export const JSON_TYPE = 'application/json; charset=utf-8';

export interface AppOptions {
  publicURL: string;
  trustProxy: string[];
  log: LogOptions | null;
}

/** Creates the app with everything that responses have in common, and no routes. */
export async function createApp({ publicURL, trustProxy, log }: AppOptions): Promise<App> {
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
    genReqId: () => randomUUID(),
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    forceCloseConnections: true,
    rewriteUrl: ({ url = '/' }) => decodable(url),
    // No hook runs before these errors.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      return handleError(error, request, reply);
    },
    schemaController: { compilersFactory: noOtherCompilers },
  }).withTypeProvider<ValibotTypeProvider>();
  useValibot(app);
  parseJSONStrictly(app);
  app.setErrorHandler(handleError);
  app.addHook('onRequest', hookOf(dropForwardedPorts, setHeaders));
  // Cookies are parsed where one is read.
  await app.register(cookie, { hook: false });
  return app;
}

/** Has to run before anything reads a request's address, which the framework takes from this header. */
const dropForwardedPorts: Check = ({ raw: { headers } }) => {
  const named = headers['x-forwarded-for'];
  if (named !== undefined) headers['x-forwarded-for'] = withoutPorts(String(named));
};

/** An address that can be decoded; otherwise that of an unknown page, so that it shows the error screen. */
function decodable(url: string): string {
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

function securityHeaders(publicURL: string): Record<string, string> {
  return {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    // Subdomains are left out: the domain's other hosts may not speak https.
    ...(publicURL.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** Accepts JSON bodies only, or empty ones, and refuses invalid UTF-8 instead of replacing it. */
function parseJSONStrictly(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (typeof body === 'string' || isUtf8(body)) void parse(request, body.toString(), done);
    else done(new Problem('text-malformed'));
  });
  // A proxy that was told no length passes a request without a body on with an empty one, in chunks.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(body.length === 0 ? null : new Problem('media-type'));
  });
}

/** Answers every failure: an expected one by its code, any other as a plain 500, logged once. */
function handleError(
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const code = codeOf(error);
  if (code === 'internal') request.log.error({ err: error, req: request }, 'request failed');
  const requested = error instanceof Problem ? error.retryAfter : 0;
  const wait = code === 'unavailable' ? RETRY_AFTER_MS : requested;
  if (wait > 0) void reply.header('retry-after', Math.ceil(wait / 1_000));
  void reply.header('cache-control', 'no-store').type(JSON_TYPE);
  return reply.code(PROBLEMS[code]).send({ code });
}

const CODES = Object.keys(PROBLEMS).filter(isProblemCode);

function codeOf(error: FastifyError | Problem): ProblemCode {
  if (error instanceof Problem) return error.code;
  const status = error.statusCode ?? 500;
  // The framework's errors have only a status; the first code with that status is the most general.
  const code = CODES.find((one) => PROBLEMS[one] === status);
  return code ?? (status >= 400 && status < 500 ? 'malformed-request' : 'internal');
}

export function replyNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return handleError(new Problem('not-found'), request, reply);
}
