import type { Database } from '#server/database/database.ts';
import { auditLog } from '#server/http/log.ts';
import { summarizeError } from '#server/http/summarize-error.ts';
import type { App } from '#server/http/valibot-routes.ts';
import type { ChangeLog } from '#server/thoughts/change-log.ts';
import { createChangeFeed } from './change-feed.ts';
import { createStreamHub, type StreamHub } from './stream-hub.ts';

export interface LiveUpdatesOptions {
  database: Database;
  log: ChangeLog;
  isValid: (sessionID: string) => boolean;
  heartbeatInterval: number | undefined;
  streamLimit: number | undefined;
}

/** Brings the database's changes to live streams until the app closes. */
export function createLiveUpdates(app: App, options: LiveUpdatesOptions): StreamHub {
  const { database, log, isValid, heartbeatInterval, streamLimit } = options;
  const feed = createChangeFeed({
    log,
    onCommit: database.onCommit,
    onError: (error) => {
      app.log.warn({ reason: summarizeError(error) }, 'the change log could not be read');
    },
  });
  const onSessionOver = (uid: string): void => {
    auditLog(app.log).info({ uid }, 'a session is over');
  };
  const hub = createStreamHub({ feed, isValid, onSessionOver, heartbeatInterval, streamLimit });
  database.onCommitElsewhere(hub.endInvalidSessions);
  app.addHook('preClose', async () => {
    hub.close();
    feed.close();
  });
  return hub;
}
