import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { ADA, skipWithoutProc, startBoard } from './support/board-process.ts';
import { forEachOf } from './support/for-each-of.ts';
import { amountOf, startTrial } from './support/trial.ts';

/** Every limit on a connection that says nothing has passed then, in ms. */
const LIMITS_PASSED = 120_000;
/** Milliseconds between two requests of somebody else. */
const ASKING_INTERVAL = 100;
/** Sockets a server has without anybody: it listens on two, and keeps some of its visitor's. */
const LAID_OUT_WHOLE = 20;
const STREAMS_PER_PERSON = 10;
/** What those repeat that never finish: a byte now and then, or more than anybody wants. */
const DRIP = { piece: 'x', interval: 2_000 };
const FLOOD = { piece: 'x'.repeat(16 * 1024), interval: 100 };

const HALF_A_HEADER = head(`GET ${PATHS.ready}`, 'Host: localhost', 'X-One: ');

/** Ways to hold a connection without ever finishing a request on it: its first bytes, and what it repeats. */
const HOSTILE: readonly { bytes: string; repeated?: typeof DRIP }[] = [
  { bytes: '' },
  { bytes: HALF_A_HEADER },
  { bytes: HALF_A_HEADER, repeated: DRIP },
  { bytes: HALF_A_HEADER, repeated: FLOOD },
  { bytes: post('{"text":') },
  { bytes: post(''), repeated: DRIP },
  { bytes: post('{"text":"', 1e12), repeated: FLOOD },
  { bytes: '\0\x01\x02 no request at all\r\n\r\n' },
];

test('connections that never finish a request are closed, and hold up nobody', async (context) => {
  skipWithoutProc(context);
  const { progress, report } = startTrial('held connections');
  const board = await startBoard();
  const ada = await signIn(board.origin, ADA);
  const each = amountOf('EACH', 200);
  const connections = HOSTILE.flatMap(({ bytes, repeated }) =>
    Array.from({ length: each }, () => {
      const socket = openSocket(board.port, bytes).resume();
      if (repeated !== undefined) repeatOn(socket, repeated);
      return socket;
    }),
  );
  const times: number[] = [];
  for (const end = performance.now() + LIMITS_PASSED; performance.now() < end;) {
    floodConnections(board.port, each);
    times.push(await ask(ada));
    progress(() => `${board.sockets()} sockets of the server are open`);
    await pause(ASKING_INTERVAL);
  }
  // The last of the flood are still being dropped.
  await pause(ASKING_INTERVAL);
  const left = board.sockets();
  for (const connection of connections) connection.destroy();
  times.sort((a, b) => a - b);
  report(
    `${connections.length} connections held: ${left} sockets in the end; ${times.length} requests ` +
      `of another took ${atMost(times, 0.5)} ms at the median, ${atMost(times, 0.99)} ms at the 99th hundredth`,
  );
  expect(left).toBeLessThan(LAID_OUT_WHOLE);
  expect(times.at(-1)).toBeLessThan(5_000);
});

test('streams that nobody reads are dropped, and memory stays bounded', async (context) => {
  skipWithoutProc(context);
  const trial = startTrial('unread streams');
  const board = await startBoard();
  const ada = await signIn(board.origin, ADA);
  const before = board.memory();
  const unread: Socket[] = [];
  for (let person = 0; person < 10; person += 1) {
    const email = `reader${person}@example.com`;
    const cookie = (await signIn(board.origin, { name: email, email })).jar.header('/');
    const request = head(
      `GET ${PATHS.live}`,
      `Host: localhost:${board.port}`,
      `Cookie: ${cookie}`,
      '',
      '',
    );
    for (let count = 0; count < STREAMS_PER_PERSON; count += 1) {
      unread.push(openSocket(board.port, request).pause());
    }
  }
  const writes = amountOf('WRITES', 30_000);
  let most = 0;
  await forEachOf(Array(writes).keys(), 16, async (count) => {
    const path = `${PATHS.thoughts}/${newId()}`;
    const { status } = await ada.sendJSON('PUT', path, { text: 'x'.repeat(150) });
    expect(status).toBe(204);
    if (count % 500 === 0) most = Math.max(most, board.memory());
    trial.progress(() => `${count} of ${writes} writes, ${board.sockets()} sockets`);
  });
  trial.report(
    `${unread.length} unread streams, ${writes} writes: ${board.sockets()} sockets are left, ` +
      `memory ${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most`,
  );
  for (const socket of unread) socket.destroy();
  expect(board.sockets()).toBeLessThan(unread.length);
  expect(most - before).toBeLessThan(256);
});

/** Opens a connection that never closes by itself. */
function openSocket(port: number, bytes: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write(bytes);
  return socket;
}

function repeatOn(socket: Socket, { piece, interval }: typeof DRIP): void {
  const timer = setInterval(() => socket.write(piece), interval);
  for (const event of ['close', 'end', 'error']) socket.once(event, () => clearInterval(timer));
}

/** Opens connections and drops them at once, some of them before they are there. */
function floodConnections(port: number, count: number): void {
  for (let opened = 0; opened < count; opened += 1) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    if (opened % 2 === 0) socket.destroy();
    else socket.once('connect', () => socket.resetAndDestroy());
  }
}

function head(request: string, ...lines: string[]): string {
  return [`${request} HTTP/1.1`, ...lines].join('\r\n');
}

function post(body: string, length = 1_000): string {
  const type = 'Content-Type: application/json';
  return head(
    `POST ${PATHS.signIn}`,
    'Host: localhost',
    type,
    `Content-Length: ${length}`,
    '',
    body,
  );
}

async function ask(visitor: Visitor): Promise<number> {
  const began = performance.now();
  const answer = await visitor.send(PATHS.thoughts);
  if (answer.status !== 200) throw new Error(`Another one was answered ${answer.status}.`);
  await answer.text();
  return performance.now() - began;
}

function atMost(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
}
