import { HEARTBEAT_INTERVAL, STREAM_EVENTS } from '#shared/wire.ts';
import type { ChangeFeed, NumberedChange } from './change-feed.ts';
import { encodeEvent } from './encode-sse.ts';
import { createStream, type Connection, type Stream, type StreamOwner } from './stream.ts';

const STREAMS_PER_USER = 10;

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
  isLive: (sessionID: string) => Promise<boolean>;
  heartbeatInterval?: number | undefined;
}

/** Creates the place where all live streams of this server meet the change feed. */
export function createStreamHub(options: StreamHubOptions): StreamHub {
  const { feed, isLive, heartbeatInterval = HEARTBEAT_INTERVAL } = options;
  // In the order of opening, so that a user's first is the oldest.
  const streams = new Set<Stream>();
  // Changes of one commit are told at almost the same time: each stream gets them in one write.
  let pending = '';
  const flush = (): void => {
    const text = pending;
    pending = '';
    if (text !== '') for (const stream of streams) stream.send(text);
  };
  const unsubscribe = feed.subscribe((change) => {
    if (pending === '') setImmediate(flush);
    pending += changeText(change);
  });
  let isClosed = false;
  const makeRoom = (uid: string): void => {
    const own = [...streams].filter(({ owner }) => owner.uid === uid);
    while (own.length >= STREAMS_PER_USER) own.shift()?.end();
  };

  return {
    open: (owner, connection, after) => {
      // Asked for before the close, and known to be allowed only after it.
      if (isClosed) {
        connection.end();
        return () => {};
      }
      // What is pending belongs to the readers before this one.
      flush();
      makeRoom(owner.uid);
      const onEnd = (ended: Stream): void => void streams.delete(ended);
      const stream = createStream({ owner, connection, isLive, heartbeatInterval, onEnd });
      // Nothing can be published between these lines, so no change is missed or told twice.
      streams.add(stream);
      const missed = after === undefined ? null : feed.since(after);
      const position = missed === null ? feed.position() : after;
      stream.send(encodeEvent(STREAM_EVENTS.ready, { resumed: missed !== null }, position));
      if (missed !== null) stream.send(missed.map(changeText).join(''));
      return stream.closed;
    },
    endSession: (sessionID) => {
      for (const stream of streams) if (stream.owner.sessionID === sessionID) stream.signOut();
    },
    close: () => {
      isClosed = true;
      unsubscribe();
      flush();
      for (const stream of streams) stream.end();
    },
  };
}

function changeText({ position, change }: NumberedChange): string {
  return encodeEvent(STREAM_EVENTS.change, change, position);
}
