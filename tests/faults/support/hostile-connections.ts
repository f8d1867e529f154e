import { connect, type Socket } from 'node:net';
import { PATHS } from '#shared/wire.ts';

/** Ways to hold a connection without ever finishing a request on it. */
export const HOSTILE_KINDS = [
  'silent',
  'half a header',
  'half a body',
  'drips a header',
  'drips a body',
  'giant header',
  'giant body',
  'garbage',
] as const;
export type HostileKind = (typeof HOSTILE_KINDS)[number];

const CRLF = '\r\n';
/** Milliseconds between two bytes of those that drip. */
const DRIP_INTERVAL = 2_000;
/** Bytes, and milliseconds between them, of those that are endless. */
const FLOOD = { piece: 'x'.repeat(16 * 1024), interval: 100 };

const FIRST_BYTES: Readonly<Record<HostileKind, string>> = {
  silent: '',
  'half a header': `GET ${PATHS.ready} HTTP/1.1${CRLF}Host: localhost${CRLF}X-One: `,
  'half a body': write('{"text":'),
  'drips a header': `GET ${PATHS.ready} HTTP/1.1${CRLF}Host: localhost${CRLF}X-One: `,
  'drips a body': write(''),
  'giant header': `GET ${PATHS.ready} HTTP/1.1${CRLF}Host: localhost${CRLF}X-One: `,
  'giant body': write('{"text":"', 1e12),
  garbage: `\0\x01\x02 no request at all${CRLF}${CRLF}`,
};

/** Opens a connection that never finishes, and never closes by itself either. */
export function openHostile(port: number, kind: HostileKind): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.resume();
  socket.write(FIRST_BYTES[kind]);
  if (kind.startsWith('drips')) repeatOn(socket, 'x', DRIP_INTERVAL);
  if (kind.startsWith('giant')) repeatOn(socket, FLOOD.piece, FLOOD.interval);
  return socket;
}

/** Opens connections and drops them at once, some of them before they are there. */
export function floodConnections(port: number, count: number): void {
  for (let opened = 0; opened < count; opened += 1) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    if (opened % 2 === 0) socket.destroy();
    else socket.once('connect', () => socket.resetAndDestroy());
  }
}

function repeatOn(socket: Socket, piece: string, interval: number): void {
  const timer = setInterval(() => socket.write(piece), interval);
  for (const event of ['close', 'end', 'error']) socket.once(event, () => clearInterval(timer));
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
function streamRequest(port: number, cookie: string): string {
  const lines = [
    `GET ${PATHS.live} HTTP/1.1`,
    `Host: localhost:${port}`,
    `Cookie: ${cookie}`,
    '',
    '',
  ];
  return lines.join(CRLF);
}

function write(body: string, length = 1_000): string {
  const lines = [
    `POST ${PATHS.signIn} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    '',
    body,
  ];
  return lines.join(CRLF);
}
