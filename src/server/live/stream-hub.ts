import { randomInt } from 'node:crypto';
import { Problem } from '#shared/problem.ts';
import { HEARTBEAT_INTERVAL_MS, STREAM_EVENTS } from '#shared/wire.ts';
import { VERSION } from '#server/version.ts';
import type { ChangeFeed } from './change-feed.ts';
import { encodeEvent } from './recent-changes.ts';
import { coalesce } from './pump.ts';
import type { StreamConnection } from './stream-connection.ts';

const STREAMS_PER_USER = 10;
/** When (ms) a stream that made room for a person's newer one may be opened again: two must not end each other. */
const MADE_ROOM_MS = 30_000;
/** Heartbeats between two looks at all sessions, which cost more. */
const BEATS_PER_CHECK = 3;
const STREAM_LIMIT = 20_000;
const BUFFER_LIMIT_BYTES = 256 * 1024;
const TOTAL_BUFFER_LIMIT_BYTES = 256 * 1024 * 1024;
/** The readers of ended streams come back spread over this time (ms). */
const RETURN_SPREAD_MS = 1_500;

const SIGNED_OUT = encodeEvent(STREAM_EVENTS.signedOut, '{}');

export interface Stream {
  uid: string;
  sessionID: string;
  tab?: string | undefined;
  connection: StreamConnection;
}

type FindEnded = (sessionIDs: readonly string[]) => Promise<string[]>;

export type StreamHub = ReturnType<typeof createStreamHub>;

/** Creates the hub. Each third heartbeat also ends streams whose session expired. */
export function createStreamHub(
  feed: ChangeFeed,
  findEnded: FindEnded,
  heartbeatInterval = HEARTBEAT_INTERVAL_MS,
) {
  const streams = createStreams(findEnded);
  let [totalBuffered, deliveries] = [0, 0];
  let isClosed = false;
  const isOpen = (): boolean => !isClosed && !feed.isCutOff();

  const send = (bytes: Buffer): void => void (totalBuffered = sendAll(streams, bytes));
  // Checking all sessions takes a while, and may be requested again meanwhile.
  const endAllInvalid = coalesce(() => streams.endInvalid(streams.all));
  feed.subscribe({
    onEvents: (events) => {
      deliveries += streams.all.size;
      send(events);
    },
    onReset: () => streams.end(streams.all, closing),
    onPeople: (uids) =>
      uids === null ? endAllInvalid() : streams.endInvalid([...uids].flatMap(streams.ofUser)),
  });
  let beats = 0;
  const heartbeat = setInterval(() => {
    // Other requests report a database that can't be read, and the next check comes soon.
    if ((beats += 1) % BEATS_PER_CHECK === 0) endAllInvalid().catch(() => {});
    send(encodeEvent(STREAM_EVENTS.heartbeat, JSON.stringify({ sentAt: performance.now() })));
  }, heartbeatInterval).unref();

  return {
    /** Throws a `Problem` when there is no room; a tab's new stream needs none, as it replaces the old one. */
    requireRoom: (uid: string, tab?: string): void => {
      if (!isOpen()) throw new Problem('unavailable');
      const isReplacing = streams.find(uid, tab) !== undefined;
      if (!isReplacing && streams.all.size >= STREAM_LIMIT) throw new Problem('unavailable');
    },
    /**
     * Starts a stream after a position, in place of its tab's older one, or of the person's oldest if they have
     * ten: their connections may have died silently. Returns its `close` listener.
     */
    open: (stream: Stream, after?: string): (() => void) => {
      // When memory is short, a reader should read a page instead of a replay.
      const isShort = totalBuffered > TOTAL_BUFFER_LIMIT_BYTES;
      const firstEvents = beginningOf(feed, isShort ? undefined : after);
      streams.add(stream);
      streams.end(streams.surplusOf(stream.uid), () => closingFor(MADE_ROOM_MS));
      stream.connection.write(firstEvents);
      totalBuffered += stream.connection.bufferedBytes();
      return () => streams.remove(stream);
    },
    /** Whether it takes streams: not while it closes, nor while it can't follow the changes. */
    isOpen,
    figures: () => ({ streams: streams.all.size, deliveries }),
    close: (): void => {
      isClosed = true;
      clearInterval(heartbeat);
      streams.end(streams.all, closing);
    },
  };
}

function beginningOf(feed: ChangeFeed, after: string | undefined): Buffer {
  const missed = after === undefined ? null : feed.replay(after);
  const position = missed === null ? feed.position() : after;
  const ready = encodeEvent(
    STREAM_EVENTS.ready,
    JSON.stringify({ resumed: missed !== null, version: VERSION, sentAt: performance.now() }),
    position,
  );
  return missed === null ? ready : Buffer.concat([ready, missed]);
}

/** Writes bytes to every stream, and drops slow readers; returns the number of unsent bytes. */
function sendAll(streams: Streams, bytes: Buffer): number {
  let total = 0;
  for (const stream of streams.all) {
    // Measured before writing: one long replay is fine if the reader then takes it.
    const buffered = stream.connection.bufferedBytes();
    const isSlow =
      buffered > BUFFER_LIMIT_BYTES || (buffered > 0 && total > TOTAL_BUFFER_LIMIT_BYTES);
    if (isSlow) {
      // The reader reconnects, and gets what it missed.
      streams.drop(stream);
    } else {
      total += buffered;
      stream.connection.write(bytes);
    }
  }
  return total;
}

type Streams = ReturnType<typeof createStreams>;

/** All open streams, also by person, so that opening one does not search all. */
function createStreams(findEnded: FindEnded) {
  const all = new Set<Stream>();
  // Short lists: a set for each of thousands of readers would take more memory.
  const byUser = new Map<string, readonly Stream[]>();
  const ofUser = (uid: string): readonly Stream[] => byUser.get(uid) ?? [];
  const remove = (stream: Stream): void => {
    all.delete(stream);
    const others = ofUser(stream.uid).filter((other) => other !== stream);
    if (others.length > 0) byUser.set(stream.uid, others);
    else byUser.delete(stream.uid);
  };
  const find = (uid: string, tab: string | undefined): Stream | undefined =>
    tab === undefined ? undefined : ofUser(uid).find((other) => other.tab === tab);
  const drop = (stream: Stream): void => {
    remove(stream);
    stream.connection.destroy();
  };
  const end = (ended: Iterable<Stream>, last: () => Buffer): void => {
    for (const stream of ended) {
      remove(stream);
      stream.connection.end(last());
    }
  };
  return {
    all,
    ofUser,
    /** The oldest streams of a person beyond ten. */
    surplusOf: (uid: string): readonly Stream[] => ofUser(uid).slice(0, -STREAMS_PER_USER),
    find,
    add: (stream: Stream): void => {
      const previous = find(stream.uid, stream.tab);
      if (previous !== undefined) drop(previous);
      all.add(stream);
      byUser.set(stream.uid, [...ofUser(stream.uid), stream]);
    },
    remove,
    drop,
    end,
    endInvalid: async (checked: Iterable<Stream>): Promise<void> => {
      const sessionIDs = new Set(Array.from(checked, ({ sessionID }) => sessionID));
      const ended = new Set(await findEnded([...sessionIDs]));
      end(
        all.values().filter(({ sessionID }) => ended.has(sessionID)),
        () => SIGNED_OUT,
      );
    },
  };
}

function closing(): Buffer {
  return closingFor(randomInt(RETURN_SPREAD_MS));
}

function closingFor(retryAfter: number): Buffer {
  return encodeEvent(STREAM_EVENTS.closing, JSON.stringify({ retryAfter }));
}
