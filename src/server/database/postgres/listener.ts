import { Client, type ClientConfig, type Notification } from 'pg';
import { pause } from '#shared/backoff.ts';
import type { Monitor } from '#server/database/create-database.ts';
import type { DatabaseEvents } from '#server/database/database.ts';
import { messageOf } from '#server/errors/error-message.ts';

/** Time between two polls, which detect a lost connection. */
const POLL_INTERVAL_MS = 1_000;
const POLL_TIMEOUT_MS = 3_000;

const POLL = 'select 1 as "poll"';

/** Listens for other servers' changes; rejects if the first connection fails, and replaces a lost one. */
export async function listen(
  settings: ClientConfig,
  { events, report }: Monitor,
  ownProcessID: () => number | undefined,
): Promise<{ close: () => Promise<void> }> {
  const closing = new AbortController();
  const { signal } = closing;
  const onNotification = createNotificationListener(events, ownProcessID);
  let current: Client | null = null;

  /** While disconnected, notifications are lost, so anything may have changed; reads may still work. */
  const assumeChanges = (loss: string | null): void => {
    report('the connection to the database was lost', loss);
    events.emit('people', null);
    events.emit('commit');
  };
  const fail = (error: unknown): void => {
    current?.end(() => {});
    current = null;
    if (!signal.aborted) assumeChanges(messageOf(error));
  };
  const subscribe = async (): Promise<void> => {
    const client = new Client({ ...settings, query_timeout: POLL_TIMEOUT_MS });
    client.on('error', (error) => {
      if (client === current) fail(error);
    });
    client.on('notification', onNotification);
    try {
      await client.connect();
      await client.query('listen "thoughts"; listen "people"');
      current = client;
    } catch (error) {
      client.end(() => {});
      throw error;
    }
  };
  const poll = async (): Promise<void> => {
    if (current !== null) return void (await current.query(POLL));
    await subscribe();
    assumeChanges(null);
  };
  const run = async (): Promise<void> => {
    for (;;) {
      await pause(POLL_INTERVAL_MS, signal);
      if (signal.aborted) break;
      await poll().catch(fail);
    }
    current?.end(() => {});
  };

  await subscribe();
  const running = run();
  return {
    close: () => {
      closing.abort();
      return running;
    },
  };
}

function createNotificationListener(
  events: DatabaseEvents,
  ownProcessID: () => number | undefined,
) {
  const changed = new Set<string>();
  const emitPeople = (): void => {
    if (changed.size > 0) events.emit('people', new Set(changed));
    changed.clear();
  };
  return ({ channel, payload = '', processId }: Notification): void => {
    if (processId === ownProcessID()) return;
    if (channel === 'people') {
      // Notifications of thousands of people may arrive together.
      if (changed.size === 0) setImmediate(emitPeople);
      changed.add(payload);
      return;
    }
    // People come first, so that one who was signed out in the same transaction sees none of its changes.
    emitPeople();
    events.emit('commit');
  };
}
