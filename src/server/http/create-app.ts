import cookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import { hookOf } from './checks.ts';
import { createClientErrorHandler } from './client-error-handler.ts';
import { toDecodable } from './decodable.ts';
import { drainBody } from './drain-body.ts';
import { handleError } from './error-handler.ts';
import { parseJSONStrictly } from './json-body.ts';
import { loggerOptions, type LogOptions } from './log.ts';
import { toOriginForm } from './origin-form.ts';
import { securityHeaders } from './security-headers.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';
import {
  noOtherCompilers,
  useValibot,
  type App,
  type ValibotTypeProvider,
} from './valibot-routes.ts';

/** Bytes of a body: a thought of 150 characters in the most wasteful JSON is below 1 KiB. */
const BODY_LIMIT_BYTES = 4_096;
/** Milliseconds a request may take to arrive. */
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
  const headers = securityHeaders(publicURL);
  const app: App = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    trustProxy: trustProxy.length > 0 && trustProxy,
    logger: log === null ? false : loggerOptions(log),
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    // The router has no hooks and no page for a path that it can't decode.
    rewriteUrl: ({ url }) => toDecodable(toOriginForm(url ?? '/')),
    // No hook runs before these, or after: nobody waits for a body that may not come.
    frameworkErrors: (error, request, reply) =>
      handleError(error, request, reply.headers({ ...headers, connection: 'close' })),
    clientErrorHandler: createClientErrorHandler(headers),
    schemaController: { compilersFactory: noOtherCompilers },
  }).withTypeProvider<ValibotTypeProvider>();
  useValibot(app);
  parseJSONStrictly(app);
  app.setErrorHandler(handleError);
  app.addHook(
    'onRequest',
    hookOf((_request, reply) => void reply.headers(headers), warnOfUntrustedProxy(publicURL)),
  );
  app.addHook('onSend', drainBody);
  // Node's own answer would not wait for the body.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  // Cookies are parsed by those who read one.
  await app.register(cookie, { secret, hook: false });
  return app;
}
