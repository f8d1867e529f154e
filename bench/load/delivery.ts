import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '#bench/statistics.ts';
import type { Target } from '#bench/target.ts';
import { openConnections } from './raw-connection.ts';
import type { StreamReaders } from './stream-readers.ts';
import { nextNumber, numberedTextID } from './text-ids.ts';

/** Connections that take turns, so that a slow answer does not hold up the next post. */
const CONNECTIONS = 20;

export interface Delivery {
  /** Posts a second, each sent at its time whatever became of those before. */
  perSecond: number;
  millis: number;
}

/** Measures the time (ms) from the start of a post to its arrival at each open stream. */
export async function measureDelivery(
  target: Target,
  readers: StreamReaders,
  { perSecond, millis }: Delivery,
): Promise<{ p50: number; p99: number }> {
  const connections = await openConnections(target, CONNECTIONS);
  const started = new Map<number, number>();
  const times: number[] = [];
  readers.onThought((number) => {
    times.push(performance.now() - (started.get(number) ?? Number.NaN));
  });
  const posts = Math.max(1, Math.round((perSecond * millis) / 1_000));
  const due = readers.delivered() + posts * readers.count();
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
