import * as v from 'valibot';
import { Change, HEARTBEAT_INTERVAL, STREAM_EVENTS } from '#shared/wire.ts';
import type { ChangeFeed, NumberedChange } from './change-feed.ts';
import { eventText } from './event-text.ts';

/** Most unsent bytes a reader may let pile up. */
const BACKLOG_LIMIT = 256 * 1024;
const STREAMS_PER_USER = 10;

/** Whom a stream belongs to. */
export interface StreamOwner {
  uid: string;
  sessionID: string;
}

/** The connection under a stream, as far as the hub uses it. */
export interface Connection {
  write: (text: string) => void;
  /** Bytes written but not yet taken by the reader. */
  backlog: () => number;
  end: () => void;
  /** Breaks the connection off, whatever is still unsent. */
  destroy: () => void;
}

export interface StreamHub {
  /** Starts a stream after a position; returns what to call when its connection has closed. */
  open: (owner: StreamOwner, connection: Connection, after: string | undefined) => () => void;
  /** Tells a session's streams that it is over, and ends them. */
  endSession: (sessionID: string) => void;
  /** Ends every stream. */
  close: () => void;
}

export interface StreamHubOptions {
  feed: ChangeFeed;
  /** Asked at each heartbeat, since a session can also end elsewhere or by time. */
  isLive: (sessionID: string) => Promise<boolean>;
  heartbeatInterval?: number | undefined;
}

interface Stream {
  owner: StreamOwner;
  connection: Connection;
  timer: NodeJS.Timeout;
}

/** Creates the place where all live streams of this server meet the change feed. */
export function createStreamHub(options: StreamHubOptions): StreamHub {
  const { feed, isLive, heartbeatInterval = HEARTBEAT_INTERVAL } = options;
  // In the order of opening, so that a user's first is the oldest.
  const streams = new Set<Stream>();

  const forget = (stream: Stream): void => {
    clearInterval(stream.timer);
    streams.delete(stream);
  };
  const send = (stream: Stream, text: string): void => {
    stream.connection.write(text);
    if (stream.connection.backlog() <= BACKLOG_LIMIT) return;
    // It comes back and reads the board anew; meanwhile nobody waits for it.
    forget(stream);
    stream.connection.destroy();
  };
  const end = (stream: Stream): void => {
    forget(stream);
    stream.connection.end();
  };
  const signOut = (stream: Stream): void => {
    stream.connection.write(eventText(STREAM_EVENTS.signedOut, {}));
    end(stream);
  };
  const beat = async (stream: Stream): Promise<void> => {
    // When the database does not answer, the stream goes on: other requests will tell.
    const live = await isLive(stream.owner.sessionID).catch(() => true);
    if (!streams.has(stream)) return;
    if (live) send(stream, eventText(STREAM_EVENTS.heartbeat, {}));
    else signOut(stream);
  };
  const unsubscribe = feed.subscribe((change) => {
    const text = changeText(change);
    for (const stream of streams) send(stream, text);
  });

  return {
    open: (owner, connection, after) => {
      dropOldest(owner.uid);
      const stream: Stream = {
        owner,
        connection,
        timer: setInterval(() => void beat(stream), heartbeatInterval),
      };
      // Nothing can be published between these lines, so no change is missed or told twice.
      streams.add(stream);
      const missed = after === undefined ? null : feed.since(after);
      const position = missed === null ? feed.position() : after;
      send(stream, eventText(STREAM_EVENTS.ready, { resumed: missed !== null }, position));
      for (const change of missed ?? []) {
        if (streams.has(stream)) send(stream, changeText(change));
      }
      return () => forget(stream);
    },
    endSession: (sessionID) => {
      for (const stream of streams) if (stream.owner.sessionID === sessionID) signOut(stream);
    },
    close: () => {
      unsubscribe();
      for (const stream of streams) end(stream);
    },
  };

  function dropOldest(uid: string): void {
    const own = [...streams].filter(({ owner }) => owner.uid === uid);
    for (const stream of own.slice(0, own.length - STREAMS_PER_USER + 1)) end(stream);
  }
}

function changeText({ position, change }: NumberedChange): string {
  return eventText(STREAM_EVENTS.change, v.parse(Change, change), position);
}
