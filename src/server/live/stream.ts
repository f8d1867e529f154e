import { STREAM_EVENTS } from '#shared/wire.ts';
import { encodeEvent } from './encode-sse.ts';

/** Most unsent bytes a reader may leave lying when the next event comes. */
const BACKLOG_LIMIT = 256 * 1024;

/** Whom a stream belongs to. */
export interface StreamOwner {
  uid: string;
  sessionID: string;
}

/** The connection under a stream, as far as it is used here. */
export interface Connection {
  write: (text: string) => void;
  /** Bytes written but not yet taken by the reader. */
  backlog: () => number;
  end: () => void;
  /** Breaks the connection off, whatever is still unsent. */
  destroy: () => void;
}

/** One reader's live stream. */
export interface Stream {
  owner: StreamOwner;
  send: (text: string) => void;
  /** Tells the reader that the session is over, and ends. */
  signOut: () => void;
  end: () => void;
  /** To be called when the connection has closed. */
  closed: () => void;
}

export interface StreamOptions {
  owner: StreamOwner;
  connection: Connection;
  /** Asked at each heartbeat, since a session can also end elsewhere or by time. */
  isLive: (sessionID: string) => Promise<boolean>;
  heartbeatInterval: number;
  /** Told once, however the stream ends. */
  onEnd: (stream: Stream) => void;
}

/** Starts a stream: it sends heartbeats until it ends. */
export function createStream(options: StreamOptions): Stream {
  const { owner, connection, isLive, heartbeatInterval, onEnd } = options;
  let isOpen = true;

  const closed = (): void => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(timer);
    onEnd(stream);
  };
  const send = (text: string): void => {
    if (!isOpen) return;
    // Looked at before writing: one long replay is fine for a reader that then takes it.
    if (connection.backlog() <= BACKLOG_LIMIT) {
      connection.write(text);
      return;
    }
    // It comes back and reads what it missed; meanwhile nobody waits for it.
    closed();
    connection.destroy();
  };
  const end = (): void => {
    if (!isOpen) return;
    closed();
    connection.end();
  };
  const signOut = (): void => {
    send(encodeEvent(STREAM_EVENTS.signedOut, {}));
    end();
  };
  const beat = async (): Promise<void> => {
    // When the database does not answer, the stream goes on: other requests will tell.
    const live = await isLive(owner.sessionID).catch(() => true);
    if (live) send(encodeEvent(STREAM_EVENTS.heartbeat, {}));
    else signOut();
  };
  const timer = setInterval(() => void beat(), heartbeatInterval);
  const stream: Stream = { owner, send, signOut, end, closed };
  return stream;
}
