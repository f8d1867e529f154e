import {
  createBrowserSessions,
  registerSessionRoutes,
  requireAuthor,
  type BrowserSessions,
} from './auth/browser-sessions.ts';
import type { Issuer } from './auth/issuer.ts';
import { createRequestLimiter } from './auth/request-limits.ts';
import { createSessionStore } from './auth/session-store.ts';
import { registerSignInRoutes } from './auth/sign-in-routes.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { createApp, replyNotFound, type AppOptions } from './http/create-app.ts';
import { forbidCaching, hookOf, refuseCrossSiteWrites } from './http/guards.ts';
import { registerHealthRoutes } from './http/health-route.ts';
import { finishRequests } from './http/listen.ts';
import { logFailedTask, logOutages, logRefusals } from './http/log.ts';
import { createMetrics, registerMetricsRoute } from './http/metrics.ts';
import { registerClientFiles } from './http/page.ts';
import { registerPlainPageStyle } from './http/plain-page.ts';
import type { App } from './http/valibot-routes.ts';
import { createChangeFeed } from './live/change-feed.ts';
import { registerLiveRoutes, type LiveRouteOptions } from './live/live-routes.ts';
import { createStreamHub } from './live/stream-hub.ts';
import { registerThoughtRoutes } from './thoughts/thought-routes.ts';
import { createThoughtStore } from './thoughts/thought-store.ts';

export interface Dependencies extends AppOptions, Pick<Config, 'limits' | 'metricsAllow'> {
  database: Database;
  issuer: Issuer;
  clientFolder: string | null;
  heartbeatInterval?: number | undefined;
}

const HOUR_MS = 3_600_000;

/** Builds the server; it does not listen. Closing it ends the streams, but not the database. */
export async function buildApp(dependencies: Dependencies): Promise<App> {
  const { database, clientFolder, publicURL, issuer, limits } = dependencies;
  const app = await createApp(dependencies);
  const metrics = createMetrics(() => ({ ...hub.figures(), ...database.figures() }));
  const sessions = createSessionStore(database, issuer.name);
  const browserSessions = createBrowserSessions(publicURL, sessions);
  const { findCached } = browserSessions;
  const feed = await createChangeFeed({
    database,
    onError: (error) => logFailedTask(app, error, 'the change log could not be read'),
    onDelivered: (seconds) => void metrics.then(({ delivery }) => delivery.observe(seconds)),
  });
  const hub = createStreamHub(feed, sessions.findEnded, dependencies.heartbeatInterval);
  app.addHook('preClose', async () => {
    hub.close();
    feed.close();
  });
  finishRequests(app, (labels) => void metrics.then(({ requests }) => requests.inc(labels)));
  app.decorateRequest('session', null);
  purgeHourly(app, sessions.purgeExpired);
  logOutages(app, database);
  logRefusals(app, metrics);
  await app.register(async (scope: App) => {
    // Health checks have no request limit: a supervisor that is refused restarts a healthy server.
    scope.addHook('onRequest', hookOf(forbidCaching));
    registerHealthRoutes(scope, database, hub.isOpen);
    registerMetricsRoute(scope, metrics, dependencies.metricsAllow);
  });
  registerPlainPageStyle(app);
  await registerAPI(app, dependencies, { sessions, browserSessions, feed, hub });
  await issuer.register?.(app);
  await app.register(async (auth: App) => {
    // Both the redirect to the issuer and the callback are limited: each costs the issuer a request.
    const limit = createRequestLimiter(limits.signIns);
    auth.addHook('onRequest', hookOf(forbidCaching, refuseCrossSiteWrites(publicURL), limit));
    registerSignInRoutes(auth, {
      publicURL,
      database,
      issuer,
      startSession: browserSessions.start,
      onFailed: () => void metrics.then(({ refusals }) => refusals.inc({ code: 'sign-in-failed' })),
    });
  });
  // Pages have no request limit, so they must not query the database.
  if (clientFolder === null) app.setNotFoundHandler(replyNotFound);
  else registerClientFiles(app, { folder: clientFolder, publicURL, findSession: findCached });
  return app;
}

function purgeHourly(app: App, purgeExpired: () => Promise<void>): void {
  const purge = (): void => {
    purgeExpired().catch((error: unknown) =>
      logFailedTask(app, error, 'what has expired was not purged'),
    );
  };
  const timer = setInterval(purge, HOUR_MS);
  app.addHook('onReady', async () => purge());
  app.addHook('onClose', async () => clearInterval(timer));
}

async function registerAPI(
  app: App,
  { publicURL, limits, database }: Dependencies,
  { browserSessions, ...live }: LiveRouteOptions & { browserSessions: BrowserSessions },
): Promise<void> {
  await app.register(async (api: App) => {
    api.addHook('onRequest', hookOf(forbidCaching));
    api.addHook('onRequest', browserSessions.loadWithin(createRequestLimiter(limits.all)));
    // The session comes first, so that a refusal is logged with the person.
    api.addHook('onRequest', hookOf(refuseCrossSiteWrites(publicURL)));
    registerSessionRoutes(api, browserSessions.end);
    await api.register(async (signedIn: App) => {
      signedIn.addHook('onRequest', hookOf(requireAuthor));
      signedIn.addHook('preHandler', browserSessions.requireStillValid);
      registerThoughtRoutes(signedIn, {
        thoughts: createThoughtStore(database),
        events: database.events,
        limitAdds: createRequestLimiter(limits.adds),
        limitChanges: createRequestLimiter(limits.changes),
      });
      registerLiveRoutes(signedIn, live);
    });
  });
}
