import { connect, type Socket } from 'node:net';
import { PATHS } from '#shared/wire.ts';

/** Ways to hold a connection without ever finishing a request on it. */
export const HOSTILE_KINDS = [
  'silent',
  'half a header',
  'half a body',
  'drips a header',
  'drips a body',
  'garbage',
] as const;
export type HostileKind = (typeof HOSTILE_KINDS)[number];

const CRLF = '\r\n';
/** Milliseconds between two bytes of those that drip. */
const DRIP_INTERVAL = 2_000;

const FIRST_BYTES: Readonly<Record<HostileKind, string>> = {
  silent: '',
  'half a header': `GET ${PATHS.health} HTTP/1.1${CRLF}Host: localhost${CRLF}X-One: `,
  'half a body': write('{"text":'),
  'drips a header': `GET ${PATHS.health} HTTP/1.1${CRLF}Host: localhost${CRLF}X-One: `,
  'drips a body': write(''),
  garbage: `\0\x01\x02 no request at all${CRLF}${CRLF}`,
};

/** Opens a connection that never finishes, and never closes by itself either. */
export function openHostile(port: number, kind: HostileKind): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.resume();
  socket.write(FIRST_BYTES[kind]);
  if (kind.startsWith('drips')) {
    const timer = setInterval(() => socket.write('x'), DRIP_INTERVAL);
    socket.once('close', () => clearInterval(timer));
  }
  return socket;
}

/** Opens a live stream of which nothing is ever read. */
export function openUnreadStream(port: number, cookie: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.pause();
  socket.write(streamRequest(port, cookie));
  return socket;
}

/** The bytes that ask for a live stream. */
export function streamRequest(port: number, cookie: string): string {
  const lines = [
    `GET ${PATHS.live} HTTP/1.1`,
    `Host: localhost:${port}`,
    `Cookie: ${cookie}`,
    '',
    '',
  ];
  return lines.join(CRLF);
}

function write(body: string): string {
  const lines = [
    `POST ${PATHS.signIn} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'Content-Length: 1000',
    '',
    body,
  ];
  return lines.join(CRLF);
}
