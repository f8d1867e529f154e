import { STREAM_EVENTS } from '#shared/wire.ts';
import {
  numberOf,
  TAIL_LIMIT,
  type ChangeLog,
  type NumberedChange,
} from '#server/thoughts/change-log.ts';
import { encodeEvent } from './event-stream.ts';
import { createPacedTask } from './paced-task.ts';
import { createRecentEvents, type NumberedEvent, type RecentEvents } from './recent-events.ts';

export interface FeedListener {
  /** Events that followed the last position, as the bytes that every reader gets. */
  onEvents: (events: Buffer) => void;
  /** The log does not go on from the last position: the database has other content now. */
  onReset: () => void;
}

/** The tail of the change log, as it grows. */
export interface ChangeFeed {
  /** The position of the last change that listeners know. */
  position: () => string;
  /** The events that followed a position, up to the last; null when those are not known. */
  replay: (position: string) => Buffer | null;
  subscribe: (listener: FeedListener) => () => void;
  /** Ends the feed; listeners get nothing more. */
  close: () => void;
}

export interface ChangeFeedOptions {
  log: ChangeLog;
  /** Calls back when the log may have grown. */
  onCommit: (listener: () => void) => () => void;
  /** Called when the log can't be read; it is tried again a second later. */
  onError: (error: unknown) => void;
}

/** Creates the feed; it begins at the log's present end. */
export function createChangeFeed({ log, onCommit, onError }: ChangeFeedOptions): ChangeFeed {
  const listeners = new Set<FeedListener>();
  let position = log.position();
  let recent = createRecentEvents(numberOf(position), TAIL_LIMIT);

  const catchUp = (): void => {
    const tail = log.since(position);
    position = tail?.position ?? log.position();
    if (tail === null) {
      recent = createRecentEvents(numberOf(position), TAIL_LIMIT);
      listeners.forEach((listener) => listener.onReset());
    } else if (tail.changes.length > 0) {
      const events = encodeChanges(position, tail.changes);
      recent.append(events);
      const bytes = Buffer.concat(events.map((event) => event.bytes));
      listeners.forEach((listener) => listener.onEvents(bytes));
    }
  };
  const pacedRead = createPacedTask(catchUp, onError);
  const unsubscribe = onCommit(pacedRead.request);

  return {
    position: () => position,
    replay: (asked) => {
      const number = numberOf(asked);
      // A page can be newer than what was last read.
      if (number > numberOf(position)) catchUp();
      const last = numberOf(position);
      if (asked !== positionAt(position, number) || number > last) return null;
      if (last - number > TAIL_LIMIT) return null;
      return loadBack(recent, { log, asked }) ? recent.since(number) : null;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      unsubscribe();
      pacedRead.cancel();
    },
  };
}

/** Fetches from the log what is older than the events in memory; false when it is not there. */
function loadBack(
  recent: RecentEvents,
  { log, asked }: { log: ChangeLog; asked: string },
): boolean {
  const start = recent.start();
  if (numberOf(asked) >= start) return true;
  const tail = log.since(asked);
  if (tail === null) return false;
  const older = tail.changes.filter(({ number }) => number <= start);
  recent.prepend(encodeChanges(asked, older), numberOf(asked));
  return true;
}

function encodeChanges(position: string, changes: readonly NumberedChange[]): NumberedEvent[] {
  return changes.map(({ number, change }) => ({
    number,
    bytes: encodeEvent(STREAM_EVENTS.change, change, positionAt(position, number)),
  }));
}

/** The position of a number in the epoch of another position. */
function positionAt(position: string, number: number): string {
  return `${position.slice(0, position.indexOf('.'))}.${number}`;
}
