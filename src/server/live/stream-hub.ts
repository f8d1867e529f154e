import type { ProblemCode } from '#shared/problem.ts';
import { HEARTBEAT_INTERVAL_MS, STREAM_EVENTS } from '#shared/wire.ts';
import type { People } from '#server/database/database.ts';
import type { ChangeFeed } from './change-feed.ts';
import { encodeEvent } from './encode-event.ts';
import { createStreamRegistry, type Stream, type StreamRegistry } from './stream-registry.ts';

const STREAMS_PER_USER = 10;
/** Most streams of one server. */
const STREAM_LIMIT = 20_000;
/** Most unsent bytes a reader may leave lying when the next event comes. */
const BUFFER_LIMIT_BYTES = 256 * 1024;
/** Most unsent bytes of all readers together. */
const TOTAL_BUFFER_LIMIT_BYTES = 256 * 1024 * 1024;

const HEARTBEAT = encodeEvent(STREAM_EVENTS.heartbeat, {});
const SIGNED_OUT = encodeEvent(STREAM_EVENTS.signedOut, {});

export interface StreamHub {
  /** Why a person's tab can't have a stream; null when it can, or would replace the one it had. */
  refusal: (uid: string, tab?: string) => ProblemCode | null;
  /** Reads what the replay from a position needs. */
  reach: (after: string) => Promise<void>;
  /**
   * What a stream after a position begins with: ready, and the replay of what was missed. The
   * stream has to open in the same turn of the event loop, so that nothing comes between.
   */
  firstEvents: (after: string | undefined) => Buffer;
  /**
   * Starts a stream with its first events, in place of its tab's older one, whose connection may
   * have died without a word; returns what to call when its connection has closed.
   */
  open: (stream: Stream, firstEvents: Buffer) => () => void;
  /** Ends a session's streams, and says why. */
  endSession: (sessionID: string) => void;
  /** Ends the streams of people's sessions that are over. */
  endInvalidSessions: (uids: People) => Promise<void>;
  close: () => void;
}

export interface StreamHubOptions {
  feed: ChangeFeed;
  /** Which sessions are over: asked at each heartbeat, since they also end elsewhere or by time. */
  findEnded: (sessionIDs: readonly string[]) => Promise<string[]>;
  /** Called with the person of each session that was found to be over while it had streams. */
  onSessionOver?: (uid: string) => void;
  heartbeatInterval?: number | undefined;
  /** Most streams that are open at once. */
  streamLimit?: number | undefined;
}

/** Creates the place where all live streams of this server meet the change feed. */
export function createStreamHub(options: StreamHubOptions): StreamHub {
  const { feed, findEnded, heartbeatInterval = HEARTBEAT_INTERVAL_MS } = options;
  const { onSessionOver, streamLimit = STREAM_LIMIT } = options;
  const streams = createStreamRegistry();
  let totalBuffered = 0;
  let isClosed = false;

  const send = (bytes: Buffer): void => {
    totalBuffered = sendAll(streams, bytes);
  };
  const endAll = (): void => end(streams, streams.all());
  const endSession = (sessionID: string): void =>
    end(streams, streams.ofSession(sessionID), SIGNED_OUT);
  const endInvalidSessions = async (uids: People): Promise<void> => {
    for (const sessionID of await findEnded(streams.sessionIDs(uids))) {
      const [stream] = streams.ofSession(sessionID);
      if (stream !== undefined) onSessionOver?.(stream.uid);
      endSession(sessionID);
    }
  };
  // The readers come back, and learn that they have to read again.
  const unsubscribe = feed.subscribe({ onEvents: send, onReset: endAll });
  const heartbeat = setInterval(() => {
    void endInvalidSessions(null);
    send(HEARTBEAT);
  }, heartbeatInterval).unref();

  return {
    refusal: (uid, tab) => {
      if (isClosed) return 'unavailable';
      if (streams.has(uid, tab)) return null;
      if (streams.all().size >= streamLimit) return 'unavailable';
      return streams.countOf(uid) >= STREAMS_PER_USER ? 'too-many-requests' : null;
    },
    reach: feed.reach,
    firstEvents: (after) => {
      // Where memory is short a reader had better read a page.
      const isShort = totalBuffered > TOTAL_BUFFER_LIMIT_BYTES;
      const missed = after === undefined || isShort ? null : feed.replay(after);
      const position = missed === null ? feed.position() : after;
      const ready = encodeEvent(STREAM_EVENTS.ready, { resumed: missed !== null }, position);
      return missed === null ? ready : Buffer.concat([ready, missed]);
    },
    open: (stream, firstEvents) => {
      streams.add(stream)?.connection.destroy();
      stream.connection.write(firstEvents);
      totalBuffered += stream.connection.bufferedBytes();
      return () => streams.remove(stream);
    },
    endSession,
    endInvalidSessions,
    close: () => {
      isClosed = true;
      clearInterval(heartbeat);
      unsubscribe();
      endAll();
    },
  };
}

/** Ends streams of a registry, after some last bytes if there are any. */
function end(streams: StreamRegistry, ended: Iterable<Stream>, last?: Buffer): void {
  for (const stream of ended) {
    streams.remove(stream);
    stream.connection.end(last);
  }
}

/** Writes bytes to every stream, drops readers that take too little; returns what lies unsent. */
function sendAll(streams: StreamRegistry, bytes: Buffer): number {
  let total = 0;
  for (const stream of streams.all()) {
    const { connection } = stream;
    // Looked at before writing: one long replay is fine for a reader that then takes it.
    const buffered = connection.bufferedBytes();
    const isSlow =
      buffered > BUFFER_LIMIT_BYTES || (buffered > 0 && total > TOTAL_BUFFER_LIMIT_BYTES);
    if (isSlow) {
      // It comes back and gets what it missed; meanwhile nobody waits for it.
      streams.remove(stream);
      connection.destroy();
    } else {
      total += buffered;
      connection.write(bytes);
    }
  }
  return total;
}
