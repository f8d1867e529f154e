import { formatPosition, parsePosition, STREAM_EVENTS } from '#shared/wire.ts';
import type { DatabaseEvents } from '#server/database/database.ts';
import { TAIL_LIMIT, type ChangeLog, type NumberedChange } from '#server/thoughts/change-log.ts';
import { coalesce, createPump } from './pump.ts';

type EventName = (typeof STREAM_EVENTS)[keyof typeof STREAM_EVENTS];

export interface FeedListener {
  /** Events that followed the last position, as the bytes that every reader gets. */
  onEvents: (events: Buffer) => void;
  /** The log does not go on from the last position: the database has other content now. */
  onReset: () => void;
}

export type ChangeFeed = Awaited<ReturnType<typeof createChangeFeed>>;

export interface ChangeFeedOptions {
  log: ChangeLog;
  events: DatabaseEvents;
  /** Called when the log can't be read, once until it can; it is tried every second. */
  onError: (error: unknown) => void;
  /** Called with the seconds from a commit until listeners had its changes. */
  onDelivered?: ((seconds: number) => void) | undefined;
}

/** Creates the feed, with all that the log still has: who comes back after a restart misses nothing. */
export async function createChangeFeed(options: ChangeFeedOptions) {
  const { log, events, onError, onDelivered } = options;
  const listeners: FeedListener[] = [];
  let position = await log.start();
  let recent = createRecentEvents(numberOf(position));

  let committedAt: number | null = null;
  const catchUp = coalesce(async () => {
    const began = committedAt;
    committedAt = null;
    const before = position;
    const tail = await log.since(before);
    position = tail?.position ?? (await log.position());
    if (tail === null) {
      recent = createRecentEvents(numberOf(position));
      listeners.forEach((listener) => listener.onReset());
    } else if (tail.changes.length > 0) {
      const bytes = recent.append(encodeChanges(before, tail.changes));
      listeners.forEach((listener) => listener.onEvents(bytes));
      if (began !== null) onDelivered?.((performance.now() - began) / 1_000);
    }
  });
  const pump = createPump(catchUp, onError);
  events.on('commit', () => {
    committedAt ??= performance.now();
    pump.request();
  });
  await catchUp();

  return {
    /** The position of the last change that listeners know. */
    position: () => position,
    /** Reads the log as far as a position, if it is newer than the last. */
    reach: async (asked: string): Promise<void> => {
      // A page can be newer than what was last read.
      if (numberOf(asked) > numberOf(position)) await catchUp();
    },
    /** The events that followed a position, up to the last; null when they are not in memory. */
    replay: (asked: string): Buffer | null => {
      const { epoch, number } = parsePosition(asked);
      const last = parsePosition(position);
      const isKnown = epoch === last.epoch && number >= recent.start() && number <= last.number;
      return isKnown ? recent.since(number) : null;
    },
    subscribe: (listener: FeedListener): void => void listeners.push(listener),
    close: pump.cancel,
  };
}

/** The bytes of one server-sent event. JSON has no raw line breaks, so one data line is enough. */
export function encodeEvent(event: EventName, data: object, position?: string): Buffer {
  const id = position === undefined ? '' : `id: ${position}\n`;
  return Buffer.from(`event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`);
}

interface NumberedEvent {
  number: number;
  bytes: Buffer;
}

function createRecentEvents(start: number) {
  let events: NumberedEvent[] = [];
  let first = start;
  // One is enough: those who come back together have mostly left together.
  let latest: NumberedEvent | null = null;
  return {
    start: () => first,
    append: (added: readonly NumberedEvent[]): Buffer => {
      latest = null;
      events.push(...added);
      first = events.at(-TAIL_LIMIT - 1)?.number ?? first;
      if (events.length > TAIL_LIMIT) events = events.slice(-TAIL_LIMIT);
      return bytesOf(added);
    },
    /** The bytes of all events after a number: the same for all who ask between two changes. */
    since: (number: number): Buffer => {
      if (latest?.number !== number) {
        const from = events.findLastIndex((event) => event.number <= number) + 1;
        latest = { number, bytes: bytesOf(events.slice(from)) };
      }
      return latest.bytes;
    },
  };
}

function bytesOf(events: readonly NumberedEvent[]): Buffer {
  return Buffer.concat(events.map(({ bytes }) => bytes));
}

function encodeChanges(before: string, changes: readonly NumberedChange[]): NumberedEvent[] {
  const { epoch } = parsePosition(before);
  return changes.map(({ number, change }) => ({
    number,
    bytes: encodeEvent(STREAM_EVENTS.change, change, formatPosition(epoch, number)),
  }));
}

function numberOf(position: string): number {
  return parsePosition(position).number;
}
