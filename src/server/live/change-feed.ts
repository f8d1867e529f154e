import { Problem } from '#shared/problem.ts';
import { parsePosition } from '#shared/wire.ts';
import type { DatabaseEvents, People } from '#server/database/database.ts';
import type { ChangeLog } from '#server/thoughts/change-log.ts';
import { coalesce, createPump } from './pump.ts';
import { readRecentChanges } from './recent-changes.ts';

/** The log is read at least this often, as nothing else says what other processes change. */
const READ_INTERVAL_MS = 250;
/** Intervals without a successful read after which the feed is cut off: 2 s. */
const MISSED_LIMIT = 8;

export interface FeedListener {
  /** Events after the last position, as the bytes that every reader gets. */
  onEvents: (events: Buffer) => void;
  /** The log can't be read, or does not continue from the last position: readers have to reconnect. */
  onReset: () => void;
  /** The sessions of these people may have ended; their streams get no later events. */
  onPeople: (uids: People) => Promise<void>;
}

export type ChangeFeed = Awaited<ReturnType<typeof createChangeFeed>>;

export interface ChangeFeedOptions {
  log: ChangeLog;
  events: DatabaseEvents;
  /** Called once when the log can't be read, which is then tried in each interval. */
  onError: (error: unknown) => void;
  /** Called with the seconds from a commit until listeners had its changes. */
  onDelivered?: ((seconds: number) => void) | undefined;
}

/** Creates the feed with all that the log still has: a reader returning after a restart misses nothing. */
export async function createChangeFeed(options: ChangeFeedOptions) {
  const { log, events, onError, onDelivered } = options;
  const listeners: FeedListener[] = [];
  const reset = (): void => {
    // What other processes change meanwhile is unknown.
    events.emit('changes');
    listeners.forEach((listener) => listener.onReset());
  };
  let recent = await readRecentChanges(log);
  let committedAt: number | null = null;
  const catchUp = coalesce(async () => {
    const began = committedAt;
    committedAt = null;
    const tail = await recent.readTail();
    watch.noteRead();
    if (tail === null) {
      recent = await readRecentChanges(log);
      reset();
      events.emit('people', null);
      return;
    }
    // People come first, so that one who was signed out in the same transaction sees none of its changes.
    await passPeople(tail.people, { events, listeners });
    recent.notePeople(tail);
    if (tail.changes.length > 0) {
      events.emit('changes');
      const bytes = recent.append(tail);
      listeners.forEach((listener) => listener.onEvents(bytes));
      if (began !== null) onDelivered?.((performance.now() - began) / 1_000);
    }
  });
  const watch = createWatch(catchUp, { onError, onCutOff: reset });
  events.on('commit', () => {
    committedAt ??= performance.now();
    watch.request();
  });
  await catchUp();

  const catchUpUnlessCutOff = async (): Promise<void> => {
    if (watch.isCutOff()) throw new Problem('unavailable');
    await catchUp();
  };
  return {
    position: () => recent.position(),
    isCutOff: watch.isCutOff,
    /** Reads the log as far as a position: a page can be newer than the feed. */
    reach: async (position: string): Promise<void> => {
      if (numberOf(position) > numberOf(recent.position())) await catchUpUnlessCutOff();
    },
    replay: (position: string): Buffer | null => recent.replay(position),
    poll: async (position: string | undefined): Promise<string> => {
      await catchUpUnlessCutOff();
      return recent.toJSON(position);
    },
    subscribe: (listener: FeedListener): void => void listeners.push(listener),
    close: watch.close,
  };
}

/** Lets everything know whose sessions may have ended; resolves once those that did have no streams. */
async function passPeople(
  people: People,
  { events, listeners }: { events: DatabaseEvents; listeners: readonly FeedListener[] },
): Promise<void> {
  if (people?.size === 0) return;
  events.emit('people', people);
  await Promise.all(listeners.map((listener) => listener.onPeople(people)));
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
  const request = createPump(read, (error) => {
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
    isCutOff: () => missed >= MISSED_LIMIT,
    close: (): void => {
      isClosed = true;
      clearInterval(timer);
    },
    noteRead: (): void => {
      missed = 0;
    },
  };
}

function numberOf(position: string): number {
  return parsePosition(position).number;
}
