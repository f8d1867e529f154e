import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from '#bench/start-process.ts';
import { quantile } from '#bench/figures.ts';
import { openConnections, type RawConnection } from './raw-connection.ts';
import type { Readers } from './readers.ts';
import { measureSustained, type Sustained } from './requests.ts';
import { nextNumber, numberedTextID } from './text-ids.ts';

/** Posts in progress: steady starts the next when one is acknowledged, burst starts all at once. */
const POSTS = { steady: 4, burst: 20 } as const;

export interface FanOut {
  mode: keyof typeof POSTS;
  millis: number;
}

export async function measureFanOut(
  target: Target,
  readers: Readers,
  { mode, millis }: FanOut,
): Promise<Sustained> {
  const connections = await openConnections(target, POSTS[mode]);
  const count = readers.opened;
  let due = readers.delivered;
  const post = (connection: RawConnection): Promise<void> => {
    due += count;
    return connection.add(numberedTextID(nextNumber()));
  };
  const postSteadily = async (connection: RawConnection, isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      await readers.untilDelivered(due - (POSTS.steady - 1) * count);
      await post(connection);
    }
  };
  const postBursts = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      await Promise.all(connections.map(post));
      await readers.untilDelivered(due);
    }
  };
  const run = async (isOver: () => boolean): Promise<void> => {
    if (mode === 'burst') await postBursts(isOver);
    else await Promise.all(connections.map((connection) => postSteadily(connection, isOver)));
    await readers.untilDelivered(due);
  };
  try {
    return await measureSustained(target.pid, millis, { done: () => readers.delivered, run });
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Connections that take turns, so that a slow answer does not hold up the next post. */
const CONNECTIONS = 20;

export interface Delivery {
  /** Posts a second, each sent on time even if earlier ones are unanswered. */
  perSecond: number;
  millis: number;
}

/** Measures the time (ms) from the start of a post to its arrival at each open stream. */
export async function measureDelivery(
  target: Target,
  readers: Readers,
  { perSecond, millis }: Delivery,
): Promise<{ p50: number; p99: number }> {
  const connections = await openConnections(target, CONNECTIONS);
  const started = new Map<number, number>();
  const times: number[] = [];
  readers.onThought = (number) => {
    times.push(performance.now() - (started.get(number) ?? Number.NaN));
  };
  const posts = Math.max(1, Math.round((perSecond * millis) / 1_000));
  const due = readers.delivered + posts * readers.opened;
  const began = performance.now();
  const post = async (index: number): Promise<void> => {
    await pause(Math.max(0, began + (index * 1_000) / perSecond - performance.now()));
    const number = nextNumber();
    started.set(number, performance.now());
    await connections[index % CONNECTIONS]?.add(numberedTextID(number));
  };
  try {
    await Promise.all(Array.from({ length: posts }, (_, index) => post(index)));
    await readers.untilDelivered(due);
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  } finally {
    for (const connection of connections) connection.close();
  }
}
