import type { SessionStore } from './session-store.ts';
import { summarizeError } from '#server/http/summarize-error.ts';
import type { App } from '#server/http/valibot-routes.ts';

const HOUR = 3_600_000;

/** Deletes expired sessions, now and every hour, until the app closes. */
export function purgeExpiredSessions(app: App, sessions: SessionStore): void {
  const sweep = (): void => {
    sessions.sweep().catch((error: unknown) => {
      app.log.warn({ reason: summarizeError(error) }, 'expired sessions were not swept');
    });
  };
  const timer = setInterval(sweep, HOUR);
  app.addHook('onReady', async () => sweep());
  app.addHook('onClose', async () => clearInterval(timer));
}
