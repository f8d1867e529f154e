import { formatPosition, parsePosition } from '#shared/position.ts';
import { STREAM_EVENTS } from '#shared/wire.ts';
import {
  TAIL_LIMIT,
  type ChangeLog,
  type NumberedChange,
  type Tail,
} from '#server/thoughts/change-log.ts';
import { coalesce } from './coalesce.ts';
import { encodeEvent } from './encode-event.ts';
import { createThrottle } from './throttle.ts';
import { createRecentEvents, type NumberedEvent } from './recent-events.ts';

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
  /** Reads what a replay from a position needs and is not in memory, as far as it is there. */
  reach: (position: string) => Promise<void>;
  /** The events that followed a position, up to the last; null when they are not in memory. */
  replay: (position: string) => Buffer | null;
  subscribe: (listener: FeedListener) => () => void;
  /** Ends the feed; listeners get nothing more. */
  close: () => void;
}

export interface ChangeFeedOptions {
  log: ChangeLog;
  /** Calls back when the log may have grown. */
  onCommit: (listener: () => void) => () => void;
  /** Called when the log can't be read, once for each reason until it can; it is tried every second. */
  onError: (reason: string) => void;
}

/** Creates the feed; it begins at the log's present end. */
export async function createChangeFeed(options: ChangeFeedOptions): Promise<ChangeFeed> {
  const { log, onCommit, onError } = options;
  const listeners = new Set<FeedListener>();
  let position = await log.position();
  let recent = createRecentEvents(numberOf(position), TAIL_LIMIT);

  const catchUp = coalesce(async () => {
    const before = position;
    const tail = await log.since(before);
    position = tail?.position ?? (await log.position());
    if (tail === null) {
      recent = createRecentEvents(numberOf(position), TAIL_LIMIT);
      listeners.forEach((listener) => listener.onReset());
    } else if (tail.changes.length > 0) {
      const bytes = recent.append(encodeChanges(before, tail.changes));
      listeners.forEach((listener) => listener.onEvents(bytes));
    }
  });
  const throttledRead = createThrottle(catchUp, onError);
  const unsubscribe = onCommit(throttledRead.request);
  // The log may have grown since its position was read.
  throttledRead.request();

  let oldestAsked = Infinity;
  const loadBack = coalesce(async () => {
    const from = positionAt(position, oldestAsked);
    oldestAsked = Infinity;
    // Others may have asked for as much.
    if (numberOf(from) >= recent.start()) return;
    const tail = await log.since(from);
    const older = changesUpTo(positionAt(position, recent.start()), tail);
    if (older !== null) recent.prepend(encodeChanges(from, older), numberOf(from));
  });

  return {
    position: () => position,
    reach: async (asked) => {
      const number = numberOf(asked);
      // A page can be newer than what was last read.
      if (number > numberOf(position)) await catchUp();
      if (!isNear(asked, position) || number >= recent.start()) return;
      oldestAsked = Math.min(oldestAsked, number);
      await loadBack();
    },
    replay: (asked) => {
      const number = numberOf(asked);
      return isNear(asked, position) && number >= recent.start() ? recent.since(number) : null;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      unsubscribe();
      throttledRead.cancel();
      listeners.clear();
    },
  };
}

/** Whether a position is one before another, and not too far back. */
function isNear(asked: string, position: string): boolean {
  const { epoch, number } = parsePosition(asked);
  const last = parsePosition(position);
  return epoch === last.epoch && number <= last.number && last.number - number <= TAIL_LIMIT;
}

/** What was read up to a position; null when so much has changed meanwhile that it ends before. */
function changesUpTo(position: string, tail: Tail | null): NumberedChange[] | null {
  if (tail === null) return null;
  const [last, end] = [parsePosition(position), parsePosition(tail.position)];
  if (end.epoch !== last.epoch || end.number < last.number) return null;
  return tail.changes.filter(({ number }) => number <= last.number);
}

function encodeChanges(position: string, changes: readonly NumberedChange[]): NumberedEvent[] {
  return changes.map(({ number, change }) => ({
    number,
    bytes: encodeEvent(STREAM_EVENTS.change, change, positionAt(position, number)),
  }));
}

/** The position of a number in the epoch of another position. */
function positionAt(position: string, number: number): string {
  return formatPosition(parsePosition(position).epoch, number);
}

function numberOf(position: string): number {
  return parsePosition(position).number;
}
