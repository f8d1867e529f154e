import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { PATHS, STREAM_EVENTS } from '#shared/wire.ts';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { openRawStream } from '#bench/load/raw-stream.ts';
import { median } from '#bench/figures.ts';
import { describeMemory, type Memory } from '#bench/start-process.ts';
import { startBoard } from './support/board-process.ts';
import { createRandomWriter } from './support/random-writer.ts';
import { amountOf, startTrial } from './support/trial.ts';

const MINUTE = 60_000;
/** Growth that counts as flat, of what the values in use need and of the whole process. */
const FLAT = 0.05;
/** Minutes below which the process is still warming up. */
const WARM_AFTER = 20;
const PEOPLE = 50;
/** So many that none of them comes near the limit of adds in a minute. */
const WRITERS = 20;
/** Milliseconds between two writes, of which half are posts, and two of all else that goes on. */
const EVERY = { write: 100, stream: 250, reading: 1_000, signIn: 5_000 };
const CHANGE = `event: ${STREAM_EVENTS.change}\n`;

const minutes = amountOf('SOAK_MINUTES', 30);

test(
  'a busy board fails nobody, logs no secret, and needs no more memory than when it was warm',
  async () => {
    const { random, progress, report } = startTrial('soak');
    const logFile = join(temporaryFolder(), 'log');
    const board = await startBoard({ logFile });
    const { port, origin } = board;
    const people: Visitor[] = [];
    // One after the other: a crowd that signs in at once is another trial.
    for (let index = 0; index < PEOPLE; index += 1) people.push(await signInAt(origin, index));
    const cookies = people.map(cookieOf);
    const secrets = cookies.map(tokenIn);
    const writers = cookies
      .slice(0, WRITERS)
      .map((cookie) => createRandomWriter({ port, origin, cookie }, random));
    const adds = () => writers.reduce((sum, { accepted }) => sum + accepted.PUT, 0);
    const [failures, tally] = [[] as string[], { lost: 0, arrived: 0 }];
    // Each place stays the same person's, so that nobody comes near the limit of streams.
    const openAt = (place: number) => openStream(port, cookies[place % PEOPLE] ?? '', tally);
    const places = Array.from({ length: amountOf('STREAMS', 200) }, (_, place) => place);
    const leaves = await Promise.all(places.map(openAt));
    const end = performance.now() + minutes * MINUTE;
    const each = (every: number, task: (count: number) => Promise<unknown>): Promise<void> =>
      repeatUntil({ end, every, failures }, task);

    const first = await board.collectedMemory();
    const samples = [first];
    const memory = () => describeMemory(samples.at(-1) ?? first);
    await Promise.all([
      each(EVERY.write, async (turn) => writers[turn % WRITERS]?.write()),
      each(EVERY.stream, async () => {
        const place = random.below(leaves.length);
        leaves[place]?.();
        leaves[place] = await openAt(place);
      }),
      each(EVERY.reading, async (turn) => readAround(people[turn % PEOPLE])),
      each(EVERY.signIn, async (turn) => secrets.push(...(await comeAndGo(origin, turn)))),
      each(MINUTE, async () => {
        samples.push(await board.collectedMemory());
        progress(() => `${adds()} adds, ${failures.length} failures, ${memory()}`);
      }),
    ]);
    samples.push(await board.collectedMemory());
    for (const leave of leaves) leave();
    const [heap, resident] = [growthOf(samples, 'heap'), growthOf(samples, 'resident')];
    report(
      `${minutes} minutes, ${adds()} adds, ${tally.arrived} arrived, ${tally.lost} streams lost; ` +
        `the heap grew by ${percent(heap)}, the process by ${percent(resident)}: ${memory()}`,
    );
    expect([failures, tally.lost]).toEqual([[], 0]);
    const log = readFileSync(logFile, 'utf8');
    expect(log).toContain('a sign-in failed');
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
    const limit = minutes < WARM_AFTER ? Infinity : FLAT;
    expect(heap).toBeLessThan(limit);
    expect(resident).toBeLessThan(limit);
  },
  // Some minutes besides, for its beginning and its end.
  (minutes + 10) * MINUTE,
);

interface Repetition {
  end: number;
  /** Milliseconds between two starts; a task that takes longer delays the next. */
  every: number;
  failures: string[];
}

async function repeatUntil(
  { end, every, failures }: Repetition,
  task: (count: number) => Promise<unknown>,
): Promise<void> {
  let next = performance.now();
  for (let count = 0; next < end; count += 1) {
    await task(count).catch((error: unknown) => failures.push(String(error)));
    next = Math.max(next + every, performance.now());
    await pause(Math.max(0, next - performance.now()));
  }
}

/** Opens a live stream and counts what arrives; returns what leaves it. */
async function openStream(
  port: number,
  cookie: string,
  tally: { lost: number; arrived: number },
): Promise<() => void> {
  let isLeaving = false;
  const { socket } = await openRawStream({
    port,
    cookie,
    onBytes: (chunk) => void (tally.arrived += chunk.toString('latin1').split(CHANGE).length - 1),
    onEnd: () => void (tally.lost += isLeaving ? 0 : 1),
  });
  return () => {
    isLeaving = true;
    socket.removeAllListeners('error').on('error', () => {});
    socket.destroy();
  };
}

function signInAt(origin: string, index: number): Promise<Visitor> {
  return signIn(origin, { name: `Person ${index}`, email: `person${index}@example.com` });
}

/** Reads the feed's first page, one's own, and who one is; rejects when an answer is no success. */
async function readAround(visitor: Visitor | undefined): Promise<void> {
  for (const path of [PATHS.thoughts, `${PATHS.thoughts}?author=me`, PATHS.session]) {
    const answer = await visitor?.send(path);
    await answer?.text();
    if (answer?.status !== 200) throw new Error(`${path} was answered ${answer?.status}.`);
  }
}

/** Signs in, reads, fails to sign in again, signs out; returns the token and the code it used. */
async function comeAndGo(origin: string, count: number): Promise<[string, string]> {
  const visitor = await signInAt(origin, count % PEOPLE);
  const token = tokenIn(cookieOf(visitor));
  await readAround(visitor);
  const code = crypto.randomUUID();
  await visitor.send(`${PATHS.callback}?code=${code}&state=unknown`);
  const { status } = await visitor.send(PATHS.session, { method: 'DELETE' });
  if (status !== 204) throw new Error(`Signing out was answered ${status}.`);
  return [token, code];
}

function cookieOf(visitor: Visitor): string {
  return visitor.jar.header('/');
}

/** The session token among cookies. */
function tokenIn(cookie: string): string {
  const token = /-session=([^;]+)/u.exec(cookie)?.[1];
  if (token === undefined) throw new Error('There is no session in the cookies.');
  return token;
}

/**
 * By how much the last quarter's memory exceeds the second quarter's, as a part of it: the first
 * quarter is for warming up. Medians, so that one odd moment counts for nothing.
 */
function growthOf(samples: readonly Memory[], part: keyof Memory): number {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const values = samples.map((sample) => sample[part]);
  return median(values.slice(-quarter)) / median(values.slice(quarter, 2 * quarter)) - 1;
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
