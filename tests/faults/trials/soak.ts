import type { BoardProcess } from '#tests/faults/support/board-process.ts';
import {
  comeAndGo,
  cookieOf,
  openPeople,
  readAround,
  tokenIn,
} from '#tests/faults/support/busy-people.ts';
import { openChurningStreams } from '#tests/faults/support/churning-streams.ts';
import { describeMemory } from '#tests/faults/support/memory-growth.ts';
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

/** So many that none of them comes near the limit of adds in a minute. */
const WRITERS = 20;
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
      const last = outcome.failures.at(-1) ?? 'none';
      const failed = `${outcome.failures.length} failures (last: ${last}), ${streams.lost()} streams lost`;
      trial.report(`${written}, ${failed}, ${describeMemory(outcome.samples.at(-1))}`);
    }),
  ]);
  outcome.samples.push(await board.collectedMemory());
  streams.close();
  return { ...outcome, lostStreams: streams.lost(), arrived: streams.arrived() };
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

function addsOf(writers: readonly RandomWriter[]): number {
  return writers.reduce((sum, { accepted }) => sum + accepted.PUT, 0);
}
