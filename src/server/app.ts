import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { PATHS } from '#shared/wire.ts';
import { LOCAL_ACCOUNTS } from './auth/local-accounts/paths.ts';
import { createPrivateCookie, type PrivateCookie } from './auth/private-cookie.ts';
import { createRelyingParty, type Issuer } from './auth/relying-party.ts';
import { registerSessionRoutes } from './auth/session-routes.ts';
import { createSessionStore, SESSION_LIFE, type SessionStore } from './auth/session-store.ts';
import {
  decorateRequests,
  loadSession,
  requireAuthor,
  requireSession,
} from './auth/session-hooks.ts';
import { registerSignInRoutes } from './auth/sign-in-routes.ts';
import { createUserStore } from './auth/user-store.ts';
import { handleClientError } from './http/client-error-handler.ts';
import { refuseCrossSiteReads, refuseCrossSiteWrites } from './http/csrf.ts';
import type { Database } from './database/database.ts';
import { registerHealthRoute } from './http/health-route.ts';
import { registerLiveRoutes } from './live/live-routes.ts';
import { createLiveUpdates } from './live/live-updates.ts';
import type { StreamHub } from './live/stream-hub.ts';
import { loggerOptions, type LogOptions } from './http/log.ts';
import { collectMethods } from './http/method-not-allowed.ts';
import { registerClientFiles } from './http/client-files.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { handleError, replyNotFound } from './http/error-handler.ts';
import { summarizeError } from './http/summarize-error.ts';
import { createRequestLimiter, type RequestLimits } from './auth/request-limits.ts';
import { purgeExpiredSessions } from './auth/purge-expired-sessions.ts';
import { createChangeLog, type ChangeLog } from './thoughts/change-log.ts';
import { createThoughtStore, type ThoughtStore } from './thoughts/thought-store.ts';
import { registerThoughtRoutes } from './thoughts/thought-routes.ts';
import { closeIdleConnections } from './http/close-idle-connections.ts';
import { useValibot, type App, type ValibotTypeProvider } from './http/valibot-routes.ts';

/** Bytes of a body: a thought of 150 characters in the most wasteful JSON is below 1 KiB. */
const BODY_LIMIT = 4_096;
/** Milliseconds a request may take to arrive. */
const REQUEST_TIMEOUT = 30_000;

/** All that the app needs from outside. */
export interface Dependencies {
  /** The origin people open. */
  publicURL: string;
  database: Database;
  issuer: Issuer | 'local-accounts';
  /** Where the built client is; without one only the API is served. */
  clientFolder: string | null;
  limits: RequestLimits;
  /** Addresses of the proxies whose forwarding headers count. */
  trustProxy: string[];
  log: LogOptions | null;
  now?: (() => number) | undefined;
  heartbeatInterval?: number | undefined;
}

/** What the routes share. */
interface Parts {
  log: ChangeLog;
  thoughts: ThoughtStore;
  sessions: SessionStore;
  sessionCookie: PrivateCookie;
  hub: StreamHub;
  endSession: (id: string) => Promise<void>;
}

/** Builds the server; it does not listen. Closing it ends the streams, but not the database. */
export async function buildApp(dependencies: Dependencies): Promise<App> {
  const { publicURL, log, trustProxy } = dependencies;
  const app: App = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    trustProxy: trustProxy.length > 0 && trustProxy,
    logger: log === null ? false : loggerOptions(log),
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    frameworkErrors: handleError,
    clientErrorHandler: handleClientError,
  }).withTypeProvider<ValibotTypeProvider>();
  useValibot(app);
  app.setErrorHandler(handleError);
  app.removeContentTypeParser('text/plain');
  decorateRequests(app);
  await registerSecurityHeaders(app, publicURL);
  await app.register(cookie);
  await app.register(rateLimit, { global: false });

  const parts = createParts(app, dependencies);
  purgeExpiredSessions(app, parts.sessions);
  closeIdleConnections(app);
  const refuseOtherMethods = collectMethods(app, Object.values(PATHS));
  await registerApi(app, dependencies, parts);
  await registerSignIn(app, dependencies, parts);
  refuseOtherMethods();
  await registerClient(app, dependencies);
  return app;
}

function createParts(app: App, dependencies: Dependencies): Parts {
  const { database, publicURL, heartbeatInterval, issuer, now = Date.now } = dependencies;
  const sessions = createSessionStore(database, {
    issuer: issuer === 'local-accounts' ? issuer : issuer.url,
    now,
    onTouchError: (error) => {
      app.log.warn({ reason: summarizeError(error) }, 'a session could not be noted as in use');
    },
  });
  const isLive = (id: string): boolean => sessions.find(id) !== null;
  const log = createChangeLog(database);
  const hub = createLiveUpdates(app, { database, log, isLive, heartbeatInterval });
  return {
    log,
    sessions,
    hub,
    thoughts: createThoughtStore(database, { log, now }),
    sessionCookie: createPrivateCookie('session', { publicURL, maxAge: SESSION_LIFE / 1000 }),
    endSession: async (id) => {
      await sessions.revoke(id);
      hub.endSession(id);
    },
  };
}

async function registerApi(
  app: App,
  { publicURL, limits, database }: Dependencies,
  parts: Parts,
): Promise<void> {
  const { sessions, sessionCookie, endSession, thoughts, log, hub } = parts;
  await app.register(async (api: App) => {
    api.addHook('onRequest', forbidCaching);
    api.addHook('onRequest', refuseCrossSiteReads);
    api.addHook('onRequest', refuseCrossSiteWrites(publicURL));
    api.addHook('onRequest', loadSession(sessions, sessionCookie));
    api.addHook('onRequest', createRequestLimiter(app, limits.all));
    registerSessionRoutes(api, { cookie: sessionCookie, endSession });
    registerHealthRoute(api, database);
    await api.register(async (signedIn: App) => {
      signedIn.addHook('onRequest', requireSession);
      signedIn.addHook('onRequest', requireAuthor);
      registerThoughtRoutes(signedIn, {
        thoughts,
        log,
        limitAdds: createRequestLimiter(app, limits.adds),
        limitChanges: createRequestLimiter(app, limits.changes),
      });
      registerLiveRoutes(signedIn, hub);
    });
  });
}

async function registerSignIn(app: App, dependencies: Dependencies, parts: Parts): Promise<void> {
  const { publicURL, database, limits, now = Date.now } = dependencies;
  const callbackURL = `${publicURL}${PATHS.callback}`;
  const issuer = await findIssuer(app, dependencies, callbackURL);
  await app.register(async (auth: App) => {
    auth.addHook('onRequest', forbidCaching);
    auth.addHook('onRequest', refuseCrossSiteWrites(publicURL));
    auth.addHook('onRequest', createRequestLimiter(app, limits.all));
    registerSignInRoutes(auth, {
      ...parts,
      publicURL,
      ownPictures: `${publicURL}${LOCAL_ACCOUNTS.pictures}/`,
      relyingParty: createRelyingParty(issuer, callbackURL),
      users: createUserStore(database, now),
      limitSignIns: createRequestLimiter(app, limits.signIns),
    });
  });
}

async function findIssuer(
  app: App,
  { issuer, publicURL }: Dependencies,
  callbackURL: string,
): Promise<Issuer> {
  if (issuer !== 'local-accounts') return issuer;
  // The provider is large, and not for servers whose people sign in elsewhere.
  const { registerLocalAccounts } = await import('./auth/local-accounts/local-accounts.ts');
  return registerLocalAccounts(app, { publicURL, callbackURL });
}

async function registerClient(app: App, { publicURL, clientFolder }: Dependencies): Promise<void> {
  if (clientFolder === null) {
    app.setNotFoundHandler(replyNotFound);
    return;
  }
  await app.register((pages: App) =>
    registerClientFiles(pages, { publicURL, folder: clientFolder }),
  );
}

async function forbidCaching(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.header('cache-control', 'no-store');
}
