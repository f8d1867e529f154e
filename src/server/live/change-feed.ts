import { Problem } from '#shared/problem.ts';
import type { Database, Uids } from '#server/database/database.ts';
import { readChangeLog } from '#server/thoughts/change-log.ts';
import { coalesce, createPump } from './pump.ts';
import { createRecentChanges } from './recent-changes.ts';

/** The log is read at least this often, as nothing else says what other processes change. */
const READ_INTERVAL_MS = 250;
/** Intervals without a successful read after which the feed is cut off: 2 s. */
const MISSED_LIMIT = 8;

export interface FeedListener {
  /** Events after the last position, as the bytes that every reader gets. */
  onEvents: (events: Buffer) => void;
  /** The log can't be read, or does not continue from the last position: readers have to reconnect. */
  onReset: () => void;
  /** The sessions of these people may have ended; their streams get no later events. Rejects while that can't be read. */
  onPeople: (uids: Uids) => Promise<void>;
}

export type ChangeFeed = Awaited<ReturnType<typeof createChangeFeed>>;

export interface ChangeFeedOptions {
  database: Pick<Database, 'events' | 'read'>;
  /** Called once when the log can't be read, which is then tried in each interval. */
  onError: (error: unknown) => void;
  /** Called with the seconds from a commit until listeners had its changes. */
  onDelivered?: ((seconds: number) => void) | undefined;
}

/** Creates the feed with all that the log still has: a reader returning after a restart misses nothing. */
export async function createChangeFeed({ database, onError, onDelivered }: ChangeFeedOptions) {
  const { events } = database;
  let listener: FeedListener | null = null;
  const reset = (): void => {
    // What other processes change meanwhile is unknown.
    events.emit('changes');
    listener?.onReset();
  };
  let recent = createRecentChanges(await readChangeLog(database));
  let lastPerson = 0;
  const deliveries = timeDeliveries(onDelivered);
  const readTail = async (): Promise<void> => {
    const recordDelivery = deliveries.begin();
    const tail = await readChangeLog(database, recent.position(), lastPerson);
    if (!tail.isContinued) {
      recent = createRecentChanges(tail);
      lastPerson = 0;
      reset();
      events.emit('people', null);
      return;
    }
    // People come first, so that one who was signed out in the same transaction sees none of its changes.
    if (tail.people?.size !== 0) {
      events.emit('people', tail.people);
      // When it fails, all of this is read again: nobody gets an event before it is known who may.
      await listener?.onPeople(tail.people);
    }
    ({ lastPerson } = tail);
    if (tail.changes.length === 0) return;
    events.emit('changes');
    const bytes = recent.append(tail);
    listener?.onEvents(bytes);
    recordDelivery();
  };
  const watch = createWatch(readTail, { onError, onCutOff: reset });
  events.on('commit', deliveries.recordCommit);
  events.on('commit', watch.request);
  await watch.catchUp();

  return {
    position: () => recent.position(),
    isCutOff: watch.isCutOff,
    /** Reads the log again unless what followed a position is in memory: a page can be newer than the feed. */
    reach: async (position: string): Promise<void> => {
      if (recent.replay(position) === null) await watch.catchUp();
    },
    /** The events after a position; null when they are not all in memory. */
    replay: (position: string): Buffer | null => recent.replay(position),
    /** The changes after a position until now, as the JSON of `Changes`. */
    poll: async (position: string | undefined): Promise<string> => {
      await watch.catchUp();
      return recent.toJSON(position);
    },
    subscribe: (subscriber: FeedListener): void => {
      listener = subscriber;
    },
    close: watch.close,
  };
}

/** Measures the seconds from a commit until the reading that follows it is delivered. */
function timeDeliveries(onDelivered: ChangeFeedOptions['onDelivered']) {
  let committedAt: number | null = null;
  return {
    recordCommit: (): void => {
      committedAt ??= performance.now();
    },
    /** Begins a reading; returns what is to be called once it is delivered. */
    begin: (): (() => void) => {
      const since = committedAt;
      committedAt = null;
      return () => {
        if (since !== null) onDelivered?.((performance.now() - since) / 1_000);
      };
    },
  };
}

/**
 * Reads the log when requested and in each interval, and notices by missed ones when it can't be read for long;
 * a process that was stopped misses only one.
 */
function createWatch(
  read: () => Promise<void>,
  { onError, onCutOff }: { onError: (error: unknown) => void; onCutOff: () => void },
) {
  let missed = 0;
  let isClosed = false;
  const isCutOff = (): boolean => missed >= MISSED_LIMIT;
  const catchUp = coalesce(async () => {
    await read();
    missed = 0;
  });
  const request = createPump(catchUp, (error) => {
    // The database may be closed, too.
    if (!isClosed) onError(error);
  });
  const timer = setInterval(() => {
    missed += 1;
    if (missed === MISSED_LIMIT) onCutOff();
    request();
  }, READ_INTERVAL_MS).unref();
  return {
    request,
    isCutOff,
    catchUp: async (): Promise<void> => {
      if (isCutOff()) throw new Problem('unavailable');
      await catchUp();
    },
    close: (): void => {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
