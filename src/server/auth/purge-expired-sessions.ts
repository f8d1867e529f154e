import type { SessionStore } from './session-store.ts';
import { summarizeError } from '#server/errors/summarize-error.ts';
import type { App } from '#server/http/valibot-routes.ts';

const HOUR_MS = 3_600_000;

/** Deletes expired sessions, now and every hour, until the app closes. */
export function purgeExpiredSessions(app: App, sessions: SessionStore): void {
  const purge = (): void => {
    sessions.purgeExpired().catch((error: unknown) => {
      app.log.warn({ reason: summarizeError(error) }, 'expired sessions were not purged');
    });
  };
  const timer = setInterval(purge, HOUR_MS);
  app.addHook('onReady', async () => purge());
  app.addHook('onClose', async () => clearInterval(timer));
}
