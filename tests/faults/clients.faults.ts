import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { validateText } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { quantile } from '#bench/figures.ts';
import { PRODUCT, returnAfterRestart } from '#bench/parts/start.ts';
import { removeFolders } from '#bench/servers.ts';
import { addThought, signIn } from '#tests/server/sign-in.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { ADA, skipWithoutProc, startBoard } from './support/board-process.ts';
import { hostileRequest, type HostileRequest } from './support/hostile-requests.ts';
import { readStoredThoughts } from './support/stored.ts';
import { amountOf, startTrial } from './support/trial.ts';
import { statusOf } from './support/writers.ts';

const MIB = 2 ** 20;
/** How many bytes a warm server may grow by: the whole process, and its heap in use. */
const GROWTH = { resident: 64 * MIB, heap: 4 * MIB };
/** Requests drawn at a time, and those that warm the server up. */
const [CHUNK, WARMING] = [1_000, 10_000];

test('no generated request fails the server, only thoughts are stored, and memory is flat', async () => {
  const { seed, report } = startTrial('bad requests');
  const requests = amountOf('REQUESTS', 100_000);
  const dataFolder = temporaryFolder();
  const board = await startBoard({ dataFolder });
  const cookie = (await signIn(board.origin, ADA)).jar.header('/');
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  onTestFinished(() => agent.destroy());
  /** How often each status was answered; 0 is a broken connection. */
  const statuses: Record<number, number> = {};
  const failed: { status: number; hostile: HostileRequest }[] = [];
  const sendOne = async (hostile: HostileRequest): Promise<void> => {
    const status = await statusOf({ ...board, agent, cookie }, hostile);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 0 || status >= 500) failed.push({ status, hostile });
  };
  const send = async (from: number, to: number): Promise<void> => {
    for (let sent = from; sent < to; sent += CHUNK) {
      const drawn = fc.sample(hostileRequest, { numRuns: CHUNK, seed: seed + sent });
      await Readable.from(drawn).forEach(sendOne, { concurrency: agent.maxSockets });
    }
  };
  await send(0, WARMING);
  const warm = await board.collectedMemory();
  await send(WARMING, WARMING + requests);
  const after = await board.collectedMemory();
  report(
    `${requests} requests, by status ${JSON.stringify(statuses)}; ` +
      `when warm ${described(warm)}; after it ${described(after)}`,
  );
  expect(failed).toEqual([]);
  const stored = readStoredThoughts(dataFolder);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.filter(({ text }) => validateText(text) !== null)).toEqual([]);
  expect(after.heapUsed - warm.heapUsed).toBeLessThan(GROWTH.heap);
  expect(after.rss - warm.rss).toBeLessThan(GROWTH.resident);
});

function inMiB(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}

function described({ rss, heapUsed, external }: NodeJS.MemoryUsage): string {
  const [all, heap, outside] = [rss, heapUsed, external].map(inMiB);
  return `${all} MiB resident, ${heap} heap, ${outside} outside it`;
}

/** Milliseconds after which every time limit on a silent connection has passed. */
const LIMITS_PASSED = 120_000;
/** Milliseconds between two requests of another person. */
const REQUEST_INTERVAL = 100;
/** Sockets of an idle server: it listens on two, and keeps some of its visitor's. */
const IDLE_SOCKETS = 20;
/** What hostile connections repeat: a byte now and then, or as much as they can. */
const DRIP = { piece: 'x', interval: 2_000 };
const FLOOD = { piece: 'x'.repeat(16 * 1024), interval: 100 };
const HALF_A_HEADER = head(`GET ${PATHS.ready}`, 'Host: localhost', 'X-One: ');

/** Ways to hold a connection without ever finishing a request on it: its first bytes, and what it repeats. */
const HOSTILE: readonly (readonly [bytes: string, repeated?: typeof DRIP])[] = [
  [''],
  [HALF_A_HEADER],
  [HALF_A_HEADER, DRIP],
  [HALF_A_HEADER, FLOOD],
  [post('{"text":')],
  [post(''), DRIP],
  [post('{"text":"', 1e12), FLOOD],
  ['\0\x01\x02 no request at all\r\n\r\n'],
];

test('connections that never finish a request are closed, and hold up nobody', async (context) => {
  skipWithoutProc(context);
  const { report } = startTrial('held connections');
  const board = await startBoard();
  const ada = await signIn(board.origin, ADA);
  const each = amountOf('EACH', 200);
  const connections = HOSTILE.flatMap(([bytes, repeated]) =>
    Array.from({ length: each }, () => openSocket(board.port, bytes, repeated).resume()),
  );
  const times: number[] = [];
  for (const end = performance.now() + LIMITS_PASSED; performance.now() < end;) {
    floodConnections(board.port, each);
    const began = performance.now();
    expect((await ada.send(PATHS.thoughts)).status).toBe(200);
    times.push(performance.now() - began);
    await pause(REQUEST_INTERVAL);
  }
  // The last of the flood are still being dropped.
  await pause(REQUEST_INTERVAL);
  const remaining = board.sockets();
  for (const connection of connections) connection.destroy();
  const [median, slowest] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1));
  report(
    `${connections.length} connections held: ${remaining} sockets in the end; ${times.length} requests ` +
      `of another took ${median} ms at the median, ${slowest} ms at the 99th percentile`,
  );
  expect(remaining).toBeLessThan(IDLE_SOCKETS);
  expect(Math.max(...times)).toBeLessThan(5_000);
});

test('streams that nobody reads are dropped, and memory stays bounded', async (context) => {
  skipWithoutProc(context);
  const trial = startTrial('unread streams');
  const board = await startBoard();
  const ada = await signIn(board.origin, ADA);
  const { rss: before } = await board.collectedMemory();
  const unread: Socket[] = [];
  for (let person = 0; person < 10; person += 1) {
    const email = `reader${person}@example.com`;
    const cookie = (await signIn(board.origin, { name: email, email })).jar.header('/');
    const host = `Host: localhost:${board.port}`;
    const request = head(`GET ${PATHS.live}`, host, `Cookie: ${cookie}`, '', '');
    for (let count = 0; count < 10; count += 1)
      unread.push(openSocket(board.port, request).pause());
  }
  const writes = amountOf('WRITES', 30_000);
  let max = 0;
  const write = async (count: number): Promise<void> => {
    await addThought(ada, 'x'.repeat(150));
    if (count % 500 === 0) max = Math.max(max, (await board.collectedMemory()).rss);
  };
  await Readable.from(Array(writes).keys()).forEach(write, { concurrency: 16 });
  trial.report(
    `${unread.length} unread streams, ${writes} writes: ${board.sockets()} sockets are left, ` +
      `memory ${inMiB(before)} MiB before, ${inMiB(max)} MiB at most`,
  );
  for (const socket of unread) socket.destroy();
  expect(board.sockets()).toBeLessThan(unread.length);
  expect(max - before).toBeLessThan(256 * MIB);
});

test('a crowd of readers is back within half a minute of a restart', async (context) => {
  skipWithoutProc(context);
  onTestFinished(removeFolders);
  const { report } = startTrial('returning crowd');
  const readers = amountOf('CROWD', 10_000);
  const returned = await returnAfterRestart(PRODUCT, readers);
  const { away, never, serverErrors, failures } = returned;
  const seconds = returned.seconds - away;
  report(
    `${readers} readers were back ${seconds.toFixed(1)} s after a server that was away for ` +
      `${away.toFixed(1)} s, ${never} never; ${serverErrors} answers of 5xx, ${failures} of them not 503 with a time`,
  );
  expect([never, failures]).toEqual([0, 0]);
  expect(seconds).toBeLessThan(30);
});

/** Opens a connection that never closes by itself, and repeats on it what there is to repeat. */
function openSocket(port: number, bytes: string, repeated?: typeof DRIP): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write(bytes);
  if (repeated === undefined) return socket;
  const timer = setInterval(() => socket.write(repeated.piece), repeated.interval);
  for (const event of ['close', 'end', 'error']) socket.once(event, () => clearInterval(timer));
  return socket;
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
  const sent = ['Content-Type: application/json', `Content-Length: ${length}`];
  return head(`POST ${PATHS.signIn}`, 'Host: localhost', ...sent, '', body);
}
