import { connect, type Socket } from 'node:net';
import { PATHS, STREAM_EVENTS } from '#shared/wire.ts';
import { HOST } from '#bench/start-process.ts';
import { HEAD_END, RefusedError, STATUS } from './raw-connection.ts';

const READY = new RegExp(`event: ${STREAM_EVENTS.ready}\n(?:id: .*\n)?data: (.*)\n\n`, 'u');
const OPEN_TIMEOUT = 30_000;

export interface RawStreamOptions {
  port: number;
  cookie: string;
  after?: string | undefined;
  onBytes: (chunk: Buffer) => void;
  /** Called once when the stream ends, if it was live. */
  onEnd: () => void;
}

// All sockets of a thread are read into the same memory, one after the other.
const buffer = Buffer.alloc(64 * 1024);

export interface RawStream {
  socket: Socket;
  ready: string;
}

/** Opens an event stream on a bare socket; resolves when it is live, rejects with `RefusedError`. */
export function openRawStream(options: RawStreamOptions): Promise<RawStream> {
  const { port, cookie, after, onBytes, onEnd } = options;
  const opened = Promise.withResolvers<RawStream>();
  let head = '';
  let isLive = false;
  const take = (chunk: Buffer): void => {
    if (isLive) {
      onBytes(chunk);
      return;
    }
    head += chunk.toString('latin1');
    const [, ready] = READY.exec(head) ?? [];
    isLive = ready !== undefined;
    const status = Number(STATUS.exec(head)?.[1] ?? 0);
    if (ready !== undefined) {
      head = '';
      clearTimeout(timer);
      opened.resolve({ socket, ready });
    } else if (status >= 300 && head.includes(HEAD_END)) {
      socket.destroy(new RefusedError(head));
    }
  };
  const onread = {
    buffer,
    callback: (length: number) => {
      take(buffer.subarray(0, length));
      return true;
    },
  };
  const socket = connect({ host: HOST, port, onread, noDelay: true });
  const timer = setTimeout(() => socket.destroy(new RefusedError()), OPEN_TIMEOUT);
  socket.once('error', (error) => {
    opened.reject(error instanceof RefusedError ? error : new RefusedError());
  });
  socket.once('close', () => {
    clearTimeout(timer);
    opened.reject(new RefusedError());
    if (isLive) onEnd();
  });
  const query = after === undefined ? '' : `?after=${after}`;
  socket.write(
    `GET ${PATHS.live}${query} HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: ${cookie}\r\n` +
      'accept: text/event-stream\r\ncache-control: no-store\r\n\r\n',
  );
  return opened.promise;
}
