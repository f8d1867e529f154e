import { setTimeout } from 'node:timers/promises';
import { Problem } from '#shared/problem.ts';
import { HEARTBEAT_INTERVAL_MS, STREAM_EVENTS } from '#shared/wire.ts';
import type { People } from '#server/database/database.ts';
import { LimitReached } from '#server/errors/refusal.ts';
import { VERSION } from '#server/version.ts';
import { encodeEvent, type ChangeFeed } from './change-feed.ts';
import { coalesce } from './pump.ts';
import type { StreamConnection } from './stream-connection.ts';

const STREAMS_PER_USER = 10;
const RETRY_AFTER_MS = 30_000;
const STREAM_LIMIT = 20_000;
/** Most unsent bytes a reader may leave lying when the next event comes. */
const BUFFER_LIMIT_BYTES = 256 * 1024;
const TOTAL_BUFFER_LIMIT_BYTES = 256 * 1024 * 1024;
/** Streams that are ended together when the server stops: those of a full one within two seconds. */
const ENDED_TOGETHER = 100;
const END_PAUSE_MS = 10;

const HEARTBEAT = encodeEvent(STREAM_EVENTS.heartbeat, {});
const SIGNED_OUT = encodeEvent(STREAM_EVENTS.signedOut, {});

export interface Stream {
  uid: string;
  sessionID: string;
  tab?: string | undefined;
  connection: StreamConnection;
}

type FindEnded = (sessionIDs: readonly string[]) => Promise<string[]>;

export type StreamHub = ReturnType<typeof createStreamHub>;

/** Creates the hub. Which sessions are over it asks at each heartbeat, too, since some end elsewhere or by time. */
export function createStreamHub(
  feed: ChangeFeed,
  findEnded: FindEnded,
  heartbeatInterval = HEARTBEAT_INTERVAL_MS,
) {
  const streams = createStreams(findEnded);
  let [totalBuffered, deliveries] = [0, 0];
  let isClosed = false;

  const send = (bytes: Buffer): void => {
    totalBuffered = sendAll(streams, bytes);
  };
  // It takes a while to ask for all, and may be wanted again meanwhile.
  const endAllInvalid = coalesce(() => streams.endInvalid(streams.all));
  // The readers come back, and learn that they have to read again.
  feed.subscribe({
    onEvents: (events) => {
      deliveries += streams.all.size;
      send(events);
    },
    onReset: () => streams.end(streams.all),
  });
  const heartbeat = setInterval(() => {
    void endAllInvalid();
    send(HEARTBEAT);
  }, heartbeatInterval).unref();

  return {
    /** Throws the `Problem` of a tab that can't have a stream; one that has would replace it. */
    requireRoom: (uid: string, tab?: string): void => {
      if (isClosed) throw new Problem('unavailable');
      if (streams.find(uid, tab) !== undefined) return;
      if (streams.all.size >= STREAM_LIMIT) throw new Problem('unavailable');
      if (streams.ofUser(uid).length >= STREAMS_PER_USER)
        throw new LimitReached('streams', RETRY_AFTER_MS);
    },
    reach: feed.reach,
    /** Starts a stream after a position, in place of its tab's older one; returns what to call when it has closed. */
    open: (stream: Stream, after?: string): (() => void) => {
      // Where memory is short a reader had better read a page.
      const isShort = totalBuffered > TOTAL_BUFFER_LIMIT_BYTES;
      const firstEvents = beginningOf(feed, isShort ? undefined : after);
      streams.add(stream);
      stream.connection.write(firstEvents);
      totalBuffered += stream.connection.bufferedBytes();
      return () => streams.remove(stream);
    },
    endSession: (sessionID: string): void => streams.endSessions([sessionID]),
    endInvalidSessions: (uids: People): Promise<void> =>
      uids === null ? endAllInvalid() : streams.endInvalid([...uids].flatMap(streams.ofUser)),
    isClosed: () => isClosed,
    figures: () => ({ streams: streams.all.size, deliveries }),
    /** Opens no more, and ends all: of a crowd some at a time, who then come back some at a time. */
    close: async (): Promise<void> => {
      isClosed = true;
      clearInterval(heartbeat);
      await endInTurn(streams);
    },
  };
}

function beginningOf(feed: ChangeFeed, after: string | undefined): Buffer {
  const missed = after === undefined ? null : feed.replay(after);
  const position = missed === null ? feed.position() : after;
  const ready = encodeEvent(
    STREAM_EVENTS.ready,
    { resumed: missed !== null, version: VERSION },
    position,
  );
  return missed === null ? ready : Buffer.concat([ready, missed]);
}

/** Writes bytes to every stream, drops readers that take too little; returns what lies unsent. */
function sendAll(streams: Streams, bytes: Buffer): number {
  let total = 0;
  for (const stream of streams.all) {
    // Looked at before writing: one long replay is fine for a reader that then takes it.
    const buffered = stream.connection.bufferedBytes();
    const isSlow =
      buffered > BUFFER_LIMIT_BYTES || (buffered > 0 && total > TOTAL_BUFFER_LIMIT_BYTES);
    if (isSlow) {
      // It comes back and gets what it missed; meanwhile nobody waits for it.
      streams.drop(stream);
    } else {
      total += buffered;
      stream.connection.write(bytes);
    }
  }
  return total;
}

type Streams = ReturnType<typeof createStreams>;

/** All open streams, and by whom they belong to: an opening one does not walk through all. */
function createStreams(findEnded: FindEnded) {
  const all = new Set<Stream>();
  // Lists of a few: a set for each of thousands of readers would hold more memory.
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
  const end = (ended: Iterable<Stream>, last?: Buffer): void => {
    for (const stream of ended) {
      remove(stream);
      stream.connection.end(last);
    }
  };
  const endSessions = (sessionIDs: readonly string[]): void => {
    const ended = new Set(sessionIDs);
    end(
      all.values().filter(({ sessionID }) => ended.has(sessionID)),
      SIGNED_OUT,
    );
  };
  return {
    all,
    ofUser,
    find,
    /** Adds a stream in place of its tab's older one. */
    add: (stream: Stream): void => {
      const former = find(stream.uid, stream.tab);
      if (former !== undefined) drop(former);
      all.add(stream);
      byUser.set(stream.uid, [...ofUser(stream.uid), stream]);
    },
    remove,
    drop,
    end,
    endSessions,
    /** Ends those of some whose sessions are over. */
    endInvalid: async (asked: Iterable<Stream>): Promise<void> => {
      const sessionIDs = new Set(Array.from(asked, ({ sessionID }) => sessionID));
      endSessions(await findEnded([...sessionIDs]));
    },
  };
}

async function endInTurn({ all, end }: Streams): Promise<void> {
  while (all.size > ENDED_TOGETHER) {
    end(all.values().take(ENDED_TOGETHER));
    await setTimeout(END_PAUSE_MS);
  }
  end(all);
}
