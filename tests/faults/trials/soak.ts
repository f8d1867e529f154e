import { PATHS } from '#shared/wire.ts';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import type { BoardProcess } from '#tests/faults/support/board-process.ts';
import { openChurningStreams } from '#tests/faults/support/churning-streams.ts';
import type { MemoryReport } from '#tests/faults/support/memory-report.ts';
import { pause } from '#tests/faults/support/pause.ts';
import { createRandomWriter, type RandomWriter } from '#tests/faults/support/random-writer.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface SoakOptions {
  board: BoardProcess;
  /** Milliseconds in all, and between two looks at the memory. */
  duration: number;
  interval: number;
  /** Live streams at any time; at most ten for each of the fifty people. */
  streams: number;
  /** Writes a second. */
  rate: number;
}

export interface SoakOutcome {
  /** The memory at the start and after each interval. */
  samples: MemoryReport[];
  /** What went wrong: answers that were no success, and how many streams the server ended. */
  failures: string[];
  lostStreams: number;
  arrived: number;
  /** Session tokens and codes, which no log may hold. */
  secrets: string[];
}

const PEOPLE = 50;
const WRITERS = 10;
/** Milliseconds between two streams that are replaced, two readings, and two sign-ins. */
const CHURN = { stream: 250, reading: 1_000, signIn: 5_000 };

/** Uses a board as a busy day does: posts, streams that come and go, readers, sign-ins. */
export async function soak(trial: Trial, options: SoakOptions): Promise<SoakOutcome> {
  const { board, duration, interval } = options;
  const people = await openPeople(board.origin);
  const cookies = people.map(cookieOf);
  const outcome: SoakOutcome = {
    samples: [],
    failures: [],
    lostStreams: 0,
    arrived: 0,
    secrets: cookies.map(tokenIn),
  };
  const { port, origin } = board;
  const streams = await openChurningStreams(
    { port, cookies: [cookieOf(people[0]), ...cookies.slice(1)], count: options.streams },
    trial.random,
  );
  const writers = cookies
    .slice(0, WRITERS)
    .map((cookie) => createRandomWriter({ port, origin, cookie }, trial.random));
  const end = performance.now() + duration;
  const each = (every: number, task: (count: number) => Promise<unknown>): Promise<void> =>
    repeatUntil({ end, every, failures: outcome.failures }, task);

  outcome.samples.push(await board.collectedMemory());
  await Promise.all([
    each(1_000 / options.rate, async (count) => writers[count % WRITERS]?.write()),
    each(CHURN.stream, streams.replaceOne),
    each(CHURN.reading, () => readAround(trial.random.pick(people))),
    each(CHURN.signIn, async (count) => outcome.secrets.push(...(await comeAndGo(origin, count)))),
    each(interval, async (count) => {
      if (count > 0) outcome.samples.push(await board.collectedMemory());
      const written = `${addsOf(writers)} adds, ${streams.arrived()} arrived`;
      const failed = `${outcome.failures.length} failures, ${streams.lost()} streams lost`;
      trial.report(`${written}, ${failed}, ${describeMemory(outcome.samples.at(-1))}`);
    }),
  ]);
  outcome.samples.push(await board.collectedMemory());
  streams.close();
  return { ...outcome, lostStreams: streams.lost(), arrived: streams.arrived() };
}

/**
 * By how much the last quarter's memory exceeds the second quarter's, as a part of it: the first
 * quarter is for warming up. Medians, so that one odd moment counts for nothing.
 */
export function growthOf(samples: readonly MemoryReport[], part: keyof MemoryReport): number {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const values = samples.map((sample) => sample[part]);
  const before = medianOf(values.slice(quarter, 2 * quarter));
  return medianOf(values.slice(-quarter)) / before - 1;
}

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

async function openPeople(origin: string): Promise<[Visitor, ...Visitor[]]> {
  const first = await signIn(origin, accountOf(0));
  const others: Visitor[] = [];
  // One after the other: a crowd that signs in at once is another trial.
  for (let index = 1; index < PEOPLE; index += 1) {
    others.push(await signIn(origin, accountOf(index)));
  }
  return [first, ...others];
}

function accountOf(index: number): { name: string; email: string } {
  return { name: `Person ${index}`, email: `person${index}@example.com` };
}

/** Reads the feed's first page, the next one, one's own, and who one is. */
async function readAround(visitor: Visitor): Promise<void> {
  for (const path of [PATHS.thoughts, `${PATHS.thoughts}?author=me`, PATHS.session]) {
    const answer = await visitor.send(path);
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`);
  }
}

/** Signs in, reads, fails to sign in again, signs out; returns the token and the code it used. */
async function comeAndGo(origin: string, count: number): Promise<[string, string]> {
  const visitor = await signIn(origin, accountOf(count % PEOPLE));
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

function tokenIn(cookie: string): string {
  const token = /-session=([^;]+)/u.exec(cookie)?.[1];
  if (token === undefined) throw new Error('There is no session in the cookies.');
  return token;
}

function addsOf(writers: readonly RandomWriter[]): number {
  return writers.reduce((sum, { accepted }) => sum + accepted.PUT, 0);
}

function describeMemory(sample: MemoryReport | undefined): string {
  if (sample === undefined) return 'no memory measured';
  const [resident, heap, outside] = [sample.resident, sample.heap, sample.outside].map((value) =>
    value.toFixed(1),
  );
  return `${resident} MiB resident, ${heap} heap, ${outside} outside it`;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
