import { Client, type ClientConfig, type Notification } from 'pg';
import { pause } from '#shared/backoff.ts';
import type { People } from '#server/database/database.ts';
import { messageOf } from '#server/errors/error-message.ts';

/** Milliseconds between two polls of the log, which also show whether the connection lives. */
const POLL_INTERVAL_MS = 1_000;
const POLL_TIMEOUT_MS = 3_000;

const LAST_CHANGE = 'select "last" from "log-end"';

export interface PeerListener {
  /** The number of the database's process that writes for this server, which knows of that. */
  ownProcessID: () => number | undefined;
  /** Others may have changed thoughts. */
  onChanges: () => void;
  /** Others have changed people, or ended sessions of theirs; null when it may be anybody's. */
  onPeople: (uids: People) => void;
  /** Called with why notifications no longer arrive, and with null when they do again. */
  onLoss: (reason: string | null) => void;
}

/**
 * Listens to what the other servers of a board change, by the notifications of the database. Resolves
 * once it listens; rejects when the first connection fails. One that is lost later is replaced.
 */
export async function listen(
  settings: ClientConfig,
  peers: PeerListener,
): Promise<{ close: () => Promise<void> }> {
  const { onChanges, onPeople, onLoss } = peers;
  const closing = new AbortController();
  const { signal } = closing;
  const onNotification = createNotificationListener(peers);
  let current: Client | null = null;
  let known: number | undefined;

  /** What was told meanwhile is lost; reading may work all the same. */
  const assumeChanges = (loss: string | null): void => {
    onLoss(loss);
    onPeople(null);
    onChanges();
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
    known = await begin(client);
    current = client;
  };
  const look = async (): Promise<void> => {
    if (current === null) {
      await subscribe();
      assumeChanges(null);
      return;
    }
    const last = await lastChange(current);
    // Notifications arrive at once; this finds changes whose notification was lost.
    if (last !== known) onChanges();
    known = last;
  };
  const run = async (): Promise<void> => {
    for (;;) {
      await pause(POLL_INTERVAL_MS, signal);
      if (signal.aborted) break;
      await look().catch(fail);
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

async function begin(client: Client): Promise<number | undefined> {
  try {
    await client.connect();
    await client.query('listen "thoughts"; listen "people"');
    return await lastChange(client);
  } catch (error) {
    client.end(() => {});
    throw error;
  }
}

async function lastChange(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ last: number }>(LAST_CHANGE);
  return rows[0]?.last;
}

function createNotificationListener({ ownProcessID, onChanges, onPeople }: PeerListener) {
  const changed = new Set<string>();
  const emitPeople = (): void => {
    if (changed.size > 0) onPeople(new Set(changed));
    changed.clear();
  };
  return ({ channel, payload = '', processId }: Notification): void => {
    if (processId === ownProcessID()) return;
    if (channel === 'people') {
      // Thousands may be notified at once.
      if (changed.size === 0) setImmediate(emitPeople);
      changed.add(payload);
      return;
    }
    // Who was signed out in the same transaction is to see nothing of it.
    emitPeople();
    onChanges();
  };
}
