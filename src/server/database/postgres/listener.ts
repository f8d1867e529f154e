import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientConfig, Notification } from 'pg';
import type { People } from '#server/database/database.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { connect } from './connection.ts';

/** Milliseconds between two polls of the log, which also show whether the connection lives. */
const POLL_INTERVAL_MS = 1_000;
const POLL_TIMEOUT_MS = 3_000;
const RETRY_INTERVAL_MS = 500;

const LAST_CHANGE = 'select "last" from "log-end"';

export interface ListenerEvents {
  /** A process of the database has committed changes to thoughts. */
  onChanges: (processID: number | null) => void;
  /** A process has changed a person, or ended sessions of theirs. */
  onPerson: (uid: string, processID: number) => void;
  /** Notifications no longer arrive, with the reason: when the connection is lost, and after each failed try. */
  onLost: (reason: string) => void;
  /** Listening again; notifications sent meanwhile were lost. */
  onBack: () => void;
}

export interface Listener {
  close: () => Promise<void>;
}

interface Subscription {
  client: Client;
  /** Aborted when the connection was lost. */
  lost: AbortSignal;
  /** The log's last number as it began to listen. */
  last: number | undefined;
}

/**
 * Listens to what the servers of a board notify one another of through the database. Resolves once it
 * listens; rejects when the first connection fails. One that is lost later is replaced.
 */
export async function listen(settings: ClientConfig, events: ListenerEvents): Promise<Listener> {
  const closing = new AbortController();
  const { signal } = closing;

  /** Ends only by an error: the connection is lost, or the listener closes. */
  const follow = async ({ client, lost, last: first }: Subscription): Promise<void> => {
    const ended = AbortSignal.any([signal, lost]);
    for (let known = first; ;) {
      await sleep(POLL_INTERVAL_MS, undefined, { signal: ended });
      const last = await lastChange(client);
      // Notifications arrive at once; this finds changes whose notification was lost.
      if (last !== known) events.onChanges(null);
      known = last;
    }
  };
  const followAgain = async (): Promise<void> => {
    await sleep(RETRY_INTERVAL_MS, undefined, { signal });
    const subscription = await subscribe(settings, events);
    events.onBack();
    await followUntilLost(subscription);
  };
  const reportUnlessClosing = (error: unknown): void => {
    if (!signal.aborted) events.onLost(messageOf(error));
  };
  const followUntilLost = async (subscription: Subscription): Promise<void> => {
    try {
      await follow(subscription);
    } catch (error) {
      const { aborted: isLost, reason } = subscription.lost;
      reportUnlessClosing(isLost ? reason : error);
    } finally {
      subscription.client.end(() => {});
    }
  };
  const run = async (first: Subscription): Promise<void> => {
    await followUntilLost(first);
    while (!signal.aborted) await followAgain().catch(reportUnlessClosing);
  };

  const running = run(await subscribe(settings, events));
  return {
    close: () => {
      closing.abort();
      return running;
    },
  };
}

async function subscribe(
  settings: ClientConfig,
  { onChanges, onPerson }: ListenerEvents,
): Promise<Subscription> {
  const losing = new AbortController();
  const begin = async (client: Client): Promise<void> => {
    client.on('notification', ({ channel, payload = '', processId }: Notification) => {
      if (channel === 'people') onPerson(payload, processId);
      else onChanges(processId);
    });
    await client.query('listen "thoughts"; listen "people"');
  };
  const limited = { ...settings, query_timeout: POLL_TIMEOUT_MS };
  const client = await connect(limited, { begin, onLost: (error) => losing.abort(error) });
  return { client, lost: losing.signal, last: await lastChange(client) };
}

async function lastChange(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ last: number }>(LAST_CHANGE);
  return rows[0]?.last;
}

export interface PeerChangesOptions {
  /** Whether a process of the database is the one that writes for this server, which knows of that. */
  isOwn: (processID: number | null) => boolean;
  onChanges: () => void;
  onPeople: (uids: People) => void;
  /** Called with why notifications no longer arrive, or with null when they do again. */
  onLoss: (reason: string | null) => void;
}

/** What the other servers of a board change, as far as this one has to know. */
export function createPeerChanges(options: PeerChangesOptions) {
  const { isOwn, onChanges, onPeople, onLoss } = options;
  const changed = new Set<string>();
  let loss: string | null = null;
  const emitPeople = (): void => {
    if (changed.size > 0) onPeople(new Set(changed));
    changed.clear();
  };
  const assumeChanges = (): void => {
    onPeople(null);
    onChanges();
  };
  return {
    events: {
      onChanges: (processID) => {
        // Who was signed out in the same transaction is to see nothing of it.
        emitPeople();
        if (!isOwn(processID)) onChanges();
      },
      onPerson: (uid, processID) => {
        if (isOwn(processID)) return;
        // Thousands may be notified at once.
        if (changed.size === 0) setImmediate(emitPeople);
        changed.add(uid);
      },
      onLost: (reason) => {
        loss = reason;
        onLoss(reason);
        // Reading may work all the same.
        assumeChanges();
      },
      onBack: () => {
        loss = null;
        onLoss(null);
        assumeChanges();
      },
    } satisfies ListenerEvents,
    /** Why no notifications arrive; null while they do. */
    loss: () => loss,
  };
}
