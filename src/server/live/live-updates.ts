import type { Database } from '#server/database/database.ts';
import { auditLog } from '#server/http/log.ts';
import type { App } from '#server/http/valibot-routes.ts';
import type { ChangeLog } from '#server/thoughts/change-log.ts';
import { createChangeFeed } from './change-feed.ts';
import { coalesce } from './coalesce.ts';
import { createStreamHub, type StreamHub, type StreamHubOptions } from './stream-hub.ts';

export interface LiveUpdatesOptions {
  database: Database;
  log: ChangeLog;
  findEnded: StreamHubOptions['findEnded'];
  heartbeatInterval: number | undefined;
  streamLimit: number | undefined;
}

/** Brings the database's changes to live streams until the app closes. */
export async function createLiveUpdates(app: App, options: LiveUpdatesOptions): Promise<StreamHub> {
  const { database, log, findEnded, heartbeatInterval, streamLimit } = options;
  const feed = await createChangeFeed({
    log,
    onCommit: database.onCommit,
    onError: (reason) => {
      app.log.warn({ reason }, 'the change log could not be read');
    },
  });
  const onSessionOver = (uid: string): void => {
    auditLog(app.log).info({ uid }, 'a session is over');
  };
  const hub = createStreamHub({ feed, findEnded, onSessionOver, heartbeatInterval, streamLimit });
  // It takes a while to ask for all, and may be wanted again meanwhile.
  const endAllInvalidSessions = coalesce(() => hub.endInvalidSessions(null));
  database.onPeopleChangedElsewhere((uids) => {
    void (uids === null ? endAllInvalidSessions() : hub.endInvalidSessions(uids));
  });
  app.addHook('preClose', async () => {
    hub.close();
    feed.close();
  });
  return hub;
}
