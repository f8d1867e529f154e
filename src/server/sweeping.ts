import type { SessionStore } from './auth/session-store.ts';
import { failureReason } from './auth/failure-reason.ts';
import type { App } from './valibot-routes.ts';

const HOUR = 3_600_000;

/** Deletes expired sessions, now and every hour, until the app closes. */
export function startSweeping(app: App, sessions: SessionStore): void {
  const sweep = (): void => {
    sessions.sweep().catch((error: unknown) => {
      app.log.warn({ reason: failureReason(error) }, 'expired sessions were not swept');
    });
  };
  const timer = setInterval(sweep, HOUR);
  app.addHook('onReady', async () => sweep());
  app.addHook('onClose', async () => clearInterval(timer));
}
