import { once } from 'node:events';
import { connect } from 'node:net';
import { PATHS } from '#shared/wire.ts';
import { HOST, originOf, type Target } from '#bench/start-process.ts';

export const STATUS = /^HTTP\/1\.1 (\d+)/u;
const RETRY_AFTER = /\r\nretry-after: \d+/iu;

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

export const HEAD_END = '\r\n\r\n';
const ANSWER_TIMEOUT = 30_000;
const LENGTH = /\r\ncontent-length: (\d+)/iu;
const CHUNKED = /\r\ntransfer-encoding: chunked/iu;

/** A keep-alive connection without an HTTP library: one request at a time, and a cheap parse. */
export interface RawConnection {
  /** Requests a path as a browser does; returns the body, or rejects with `RefusedError`. */
  get: (path: string, accept?: string) => Promise<Buffer>;
  add: (textID: string) => Promise<void>;
  close: () => void;
}

const BODY = JSON.stringify({ text: 'A thought of an ordinary length, sent to be measured' });

export async function openConnection(port: number, cookie: string): Promise<RawConnection> {
  const socket = connect({ host: HOST, port, noDelay: true });
  await once(socket, 'connect');
  let received: Buffer = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<Buffer> | null = null;
  const fail = (error: Error = new RefusedError()): void => waiting?.reject(error);
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = endOfAnswer(received);
    if (end === 'unknown') fail(new Error('The server answered without a content-length.'));
    if (typeof end !== 'number') return;
    const answer = received;
    received = received.subarray(end);
    waiting?.resolve(answer.subarray(0, end));
  });
  socket.on('error', () => fail());
  socket.on('close', () => fail());

  const send = async (request: string, wanted: number): Promise<Buffer> => {
    if (socket.destroyed) throw new RefusedError();
    waiting = Promise.withResolvers();
    const timer = setTimeout(fail, ANSWER_TIMEOUT);
    socket.write(request);
    const answer = await waiting.promise.finally(() => clearTimeout(timer));
    waiting = null;
    const head = answer.toString('latin1', 0, answer.indexOf(HEAD_END));
    const status = Number(STATUS.exec(head)?.[1]);
    if (status !== wanted) throw new RefusedError(head);
    return answer.subarray(head.length + HEAD_END.length);
  };
  const headers = `host: localhost:${port}\r\ncookie: ${cookie}\r\norigin: ${originOf({ port })}\r\n`;

  return {
    get: (path, accept = 'gzip, deflate, br') =>
      send(`GET ${path} HTTP/1.1\r\n${headers}accept-encoding: ${accept}\r\n\r\n`, 200),
    add: async (textID) => {
      const length = `content-type: application/json\r\ncontent-length: ${BODY.length}\r\n`;
      await send(`PUT ${PATHS.thoughts}/${textID} HTTP/1.1\r\n${headers}${length}\r\n${BODY}`, 204);
    },
    // The connection is reset, because a regular close would leave thousands of ports in TIME_WAIT for a minute.
    close: () => void socket.resetAndDestroy(),
  };
}

function endOfAnswer(bytes: Buffer): number | 'missing' | 'unknown' {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return 'missing';
  const head = bytes.toString('latin1', 0, headEnd);
  if (CHUNKED.test(head)) return 'unknown';
  const end = headEnd + HEAD_END.length + Number(LENGTH.exec(head)?.[1] ?? 0);
  return bytes.length < end ? 'missing' : end;
}

/** Opens connections, each as a different person as long as there are enough people. */
export function openConnections(
  { port, cookies }: Target,
  count: number,
): Promise<RawConnection[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      openConnection(port, cookies[index % cookies.length] ?? ''),
    ),
  );
}
