import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess } from './support/board-process.ts';
import { comeAndGo, cookieOf, openPeople, readAround, tokenIn } from './support/busy-people.ts';
import { openChurningStreams } from './support/churning-streams.ts';
import { describeMemory, growthOf } from './support/memory-growth.ts';
import { pause } from './support/pause.ts';
import { createRandomWriter } from './support/random-writer.ts';
import { amountOf, startTrial } from './support/trial.ts';

const MINUTE = 60_000;
/** Growth that counts as flat, of what the values in use need and of the whole process. */
const FLAT = 0.05;
/** Minutes below which the process is still warming up. */
const WARM_AFTER = 20;
/** So many that none of them comes near the limit of adds in a minute. */
const WRITERS = 20;
/** Milliseconds between two writes, of which half are posts, and two of all else that goes on. */
const EVERY = { write: 100, stream: 250, reading: 1_000, signIn: 5_000 };

const minutes = amountOf('SOAK_MINUTES', 30);

test(
  'a busy board fails nobody, logs no secret, and needs no more memory than when it was warm',
  async () => {
    const { random, progress, report } = startTrial('soak');
    const folder = temporaryFolder();
    const logFile = join(folder, 'log');
    const board = await createBoardProcess({ dataFolder: join(folder, 'data'), logFile });
    await board.start();
    onTestFinished(async () => void (await board.end('SIGTERM')));
    const { port, origin } = board;
    const people = await openPeople(origin);
    const [first, ...others] = people;
    const cookies = [cookieOf(first), ...others.map(cookieOf)] as const;
    const secrets = cookies.map(tokenIn);
    const count = amountOf('STREAMS', 200);
    const streams = await openChurningStreams({ port, cookies, count }, random);
    const writers = cookies
      .slice(0, WRITERS)
      .map((cookie) => createRandomWriter({ port, origin, cookie }, random));
    const adds = () => writers.reduce((sum, { accepted }) => sum + accepted.PUT, 0);
    const failures: string[] = [];
    const end = performance.now() + minutes * MINUTE;
    const each = (every: number, task: (count: number) => Promise<unknown>): Promise<void> =>
      repeatUntil({ end, every, failures }, task);

    const samples = [await board.collectedMemory()];
    await Promise.all([
      each(EVERY.write, async (turn) => writers[turn % WRITERS]?.write()),
      each(EVERY.stream, streams.replaceOne),
      each(EVERY.reading, () => readAround(random.pick(people))),
      each(EVERY.signIn, async (turn) => secrets.push(...(await comeAndGo(origin, turn)))),
      each(MINUTE, async () => {
        samples.push(await board.collectedMemory());
        progress(() => `${adds()} adds, ${failures.length} failures, ${memory()}`);
      }),
    ]);
    samples.push(await board.collectedMemory());
    streams.close();
    const [heap, resident] = [growthOf(samples, 'heap'), growthOf(samples, 'resident')];
    report(
      `${minutes} minutes, ${adds()} adds, ${streams.arrived()} arrived, ${streams.lost()} streams lost; ` +
        `the heap grew by ${percent(heap)}, the process by ${percent(resident)}: ${memory()}`,
    );
    expect([failures, streams.lost()]).toEqual([[], 0]);
    const log = readFileSync(logFile, 'utf8');
    expect(log).toContain('a sign-in failed');
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
    const limit = minutes < WARM_AFTER ? Infinity : FLAT;
    expect(heap).toBeLessThan(limit);
    expect(resident).toBeLessThan(limit);

    function memory(): string {
      return describeMemory(samples.at(-1));
    }
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

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
