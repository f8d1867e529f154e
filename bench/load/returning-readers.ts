import { setTimeout as pause } from 'node:timers/promises';
import { backoffDelay } from '#shared/backoff.ts';
import { PATHS } from '#shared/wire.ts';
import type { Target } from '#bench/target.ts';
import { createEventScanner } from './event-scanner.ts';
import { openConnection } from './raw-connection.ts';
import { openRawStream } from './raw-stream.ts';
import { RefusedError } from './refused-error.ts';
import { nextNumber, numberedTextID } from './text-ids.ts';

/** Readers that come for the first time at once; later their own back-off spreads them. */
const AT_ONCE = 100;
const RESUMED = '"resumed":true';
const POSITION = /"position":"([^"]+)"/u;
/** How often (ms) to look whether all are back, and how long a post may take to reach all. */
const GLANCE = 20;
const DELIVERY_TIMEOUT = 30_000;

export interface Return {
  /** From the first lost stream to the last reader whose stream is live again. */
  seconds: number;
  /** Readers that are still away, or did not get a thought posted after the return. */
  never: number;
  serverErrors: number;
  /** Of those, what is not 503 with a time to come again. */
  failures: number;
}

/** Readers who read the newest page and then stream, and who come back as the product's client does. */
export interface ReturningReaders {
  open: (target: Target, readers: number) => Promise<void>;
  awaitAll: (target: Target, limit: number) => Promise<Return>;
}

interface Reader {
  port: number;
  cookie: string;
  position: string | undefined;
}

/** What is counted over all readers; times as `performance.now()` has them. */
interface Tally {
  live: number;
  serverErrors: number;
  failures: number;
  arrived: number;
  lostAt: number | null;
  backAt: number;
}

export function createReturningReaders(): ReturningReaders {
  const tally: Tally = {
    live: 0,
    serverErrors: 0,
    failures: 0,
    arrived: 0,
    lostAt: null,
    backAt: 0,
  };
  let wanted = 0;

  return {
    open: async ({ port, cookies }, readers) => {
      wanted = readers;
      let next = 0;
      const comeNext = async (): Promise<void> => {
        while (next < readers) {
          const cookie = cookies[next++ % cookies.length] ?? '';
          await come({ port, cookie, position: await readPosition(port, cookie) }, tally);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, comeNext));
    },
    awaitAll: async ({ port, cookies }, limit) => {
      await waitFor(() => tally.live === wanted && tally.lostAt !== null, limit);
      const seconds = (tally.backAt - (tally.lostAt ?? tally.backAt)) / 1_000;
      const away = wanted - tally.live;
      tally.arrived = 0;
      const writer = await openConnection(port, cookies[0] ?? '');
      await writer.add(numberedTextID(nextNumber()));
      await waitFor(() => tally.arrived >= tally.live, DELIVERY_TIMEOUT);
      writer.close();
      const never = away + Math.max(0, tally.live - tally.arrived);
      const { serverErrors, failures } = tally;
      return { seconds, never, serverErrors, failures };
    },
  };
}

async function come(reader: Reader, tally: Tally): Promise<void> {
  const { port, cookie, position } = reader;
  const { ready } = await openRawStream({
    port,
    cookie,
    after: position,
    onBytes: createEventScanner(() => {
      tally.arrived += 1;
    }),
    onEnd: () => {
      tally.live -= 1;
      tally.lostAt ??= performance.now();
      void comeBack(reader, tally);
    },
  });
  if (!ready.includes(RESUMED)) reader.position = await readPosition(port, cookie);
  tally.live += 1;
  tally.backAt = performance.now();
}

async function comeBack(reader: Reader, tally: Tally): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await pause(backoffDelay(attempt));
    try {
      await come(reader, tally);
      return;
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status < 500) continue;
      tally.serverErrors += 1;
      if (error.status !== 503 || !error.saysWhen) tally.failures += 1;
    }
  }
}

async function waitFor(isThere: () => boolean, limit: number): Promise<void> {
  const began = performance.now();
  while (!isThere() && performance.now() - began < limit) await pause(GLANCE);
}

async function readPosition(port: number, cookie: string): Promise<string | undefined> {
  const connection = await openConnection(port, cookie);
  try {
    const page = await connection.get(PATHS.thoughts, 'identity');
    return POSITION.exec(page.toString('latin1'))?.[1];
  } finally {
    connection.close();
  }
}
