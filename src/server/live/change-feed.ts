import { formatPosition, parsePosition, STREAM_EVENTS } from '#shared/wire.ts';
import type { DatabaseEvents } from '#server/database/database.ts';
import { TAIL_LIMIT, type ChangeLog, type NumberedChange } from '#server/thoughts/change-log.ts';
import { coalesce, createPump } from './pump.ts';

type EventName = (typeof STREAM_EVENTS)[keyof typeof STREAM_EVENTS];

export interface FeedListener {
  /** Events after the last position, as the bytes that every reader gets. */
  onEvents: (events: Buffer) => void;
  /** The log does not continue from the last position: the database's content was replaced. */
  onReset: () => void;
}

export type ChangeFeed = Awaited<ReturnType<typeof createChangeFeed>>;

export interface ChangeFeedOptions {
  log: ChangeLog;
  events: DatabaseEvents;
  /** Called once when the log can't be read, which is then tried every second. */
  onError: (error: unknown) => void;
  /** Called with the seconds from a commit until listeners had its changes. */
  onDelivered?: ((seconds: number) => void) | undefined;
}

/** Creates the feed with all that the log still has: a reader returning after a restart misses nothing. */
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
    position: () => position,
    /** Reads the log as far as a position: a page can be newer than the feed. */
    reach: async (asked: string): Promise<void> => {
      if (numberOf(asked) > numberOf(position)) await catchUp();
    },
    /** The events after a position; null when they are not all in memory. */
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
  // One is enough: readers who return together have mostly left together.
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
