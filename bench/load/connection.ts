import { once } from 'node:events';
import { connect } from 'node:net';
import { ID_LENGTH } from '#shared/limits.ts';
import { PATHS, STREAM_EVENTS } from '#shared/wire.ts';
import { HOST, originOf } from '#bench/target.ts';

const HEAD_END = '\r\n\r\n';
const STATUS = /^HTTP\/1\.1 (\d+)/u;
const RETRY_AFTER = /\r\nretry-after: \d+/iu;
const LENGTH = /\r\ncontent-length: (\d+)/iu;
const CHUNKED = /\r\ntransfer-encoding: chunked/iu;
const READY = new RegExp(`event: ${STREAM_EVENTS.ready}\n(?:id: .*\n)?data: .*\n\n`, 'u');
const BODY = JSON.stringify({ text: 'A thought of an ordinary length, sent to be measured' });

/** The prefix of the load generator's ids; the rest is a number. */
export const PREFIX = 'bench';

/** The last number, far from those of other processes, which may post to the same board. */
let last = process.pid * 1e8;

export function newTextID(): string {
  last += 1;
  return PREFIX + String(last).padStart(ID_LENGTH - PREFIX.length, '0');
}

/** A request that a server refused; the status is 0 when there was no answer. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly saysWhen: boolean;

  constructor(head = '') {
    const status = Number(STATUS.exec(head)?.[1] ?? 0);
    super(status === 0 ? 'The connection failed.' : `The server answered ${status}.`);
    this.status = status;
    this.saysWhen = RETRY_AFTER.test(head);
  }
}

type IsWhole = (head: string, body: Buffer) => boolean;

const hasItsLength: IsWhole = (head, { length }) =>
  !CHUNKED.test(head) && length >= Number(LENGTH.exec(head)?.[1] ?? 0);
const isLive: IsWhole = (_head, body) => READY.test(body.toString('latin1'));

// All sockets of a thread are read into the same memory, one after the other.
const buffer = Buffer.alloc(64 * 1024);

export type Connection = Awaited<ReturnType<typeof openConnection>>;

/** Opens a keep-alive connection without an HTTP library: one request at a time, and a cheap parse. */
export async function openConnection(port: number, cookie: string) {
  let take: ((chunk: Buffer) => void) | undefined;
  let fail: (() => void) | undefined;
  const callback = (length: number): boolean => {
    take?.(buffer.subarray(0, length));
    return true;
  };
  const socket = connect({ host: HOST, port, noDelay: true, onread: { buffer, callback } });
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket.on('error', () => fail?.()).once('close', () => fail?.());
  await once(socket, 'connect');

  const send = async (start: string, isWhole: IsWhole, content = ''): Promise<Buffer> => {
    if (socket.destroyed) throw new RefusedError();
    const answered = Promise.withResolvers<Buffer>();
    let received = Buffer.alloc(0);
    take = (chunk) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(HEAD_END);
      if (end === -1) return;
      const head = received.toString('latin1', 0, end);
      const body = received.subarray(end + HEAD_END.length);
      if (!head.startsWith('HTTP/1.1 2')) answered.reject(new RefusedError(head));
      else if (isWhole(head, body)) answered.resolve(body);
    };
    fail = () => answered.reject(new RefusedError());
    socket.write(`${start}\r\nhost: localhost:${port}\r\ncookie: ${cookie}\r\n\r\n${content}`);
    try {
      return await answered.promise;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };
  const ofPost = `origin: ${originOf({ port })}\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}`;

  return {
    /** Requests a path as a browser does; returns the body. What is refused rejects with `RefusedError`. */
    get: (path: string, accept = 'gzip, deflate, br') =>
      send(`GET ${path} HTTP/1.1\r\naccept-encoding: ${accept}`, hasItsLength),
    /** Adds a thought; resolves with its id. */
    add: async (textID = newTextID()): Promise<string> => {
      await send(`PUT ${PATHS.thoughts}/${textID} HTTP/1.1\r\n${ofPost}`, hasItsLength, BODY);
      return textID;
    },
    /** Opens an event stream after a position; once it is live, returns how it begins. */
    listen: async (after: string | undefined, onBytes: (chunk: Buffer) => void) => {
      const path = PATHS.live + (after === undefined ? '' : `?after=${after}`);
      const accept = 'accept: text/event-stream\r\ncache-control: no-store';
      const beginning = await send(`GET ${path} HTTP/1.1\r\n${accept}`, isLive);
      take = onBytes;
      return beginning.toString('latin1');
    },
    /** Resolves when the connection has ended. */
    closed,
    // The connection is reset, because a regular close would leave thousands of ports in TIME_WAIT for a minute.
    close: (): void => void socket.resetAndDestroy(),
  };
}
