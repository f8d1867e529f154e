import type { Target } from '#bench/target.ts';
import { createEventScanner } from './event-scanner.ts';
import { openRawStream } from './raw-stream.ts';

const AT_ONCE = 100;
const DELIVERY_TIMEOUT = 30_000;

export interface StreamReaders {
  open: (target: Target, readers: number) => Promise<void>;
  count: () => number;
  /** Thoughts that have arrived, each counted once for each stream. */
  delivered: () => number;
  untilDelivered: (wanted: number) => Promise<void>;
  onThought: (listener: (number: number) => void) => void;
}

export function createStreamReaders(): StreamReaders {
  let live = 0;
  let lost = 0;
  let delivered = 0;
  let listener: ((number: number) => void) | null = null;
  let waiting: { wanted: number; resolve: () => void }[] = [];

  const take = (number: number): void => {
    delivered += 1;
    listener?.(number);
    if (!waiting.some(({ wanted }) => wanted <= delivered)) return;
    for (const { wanted, resolve } of waiting) if (wanted <= delivered) resolve();
    waiting = waiting.filter(({ wanted }) => wanted > delivered);
  };
  const openOne = async ({ port, cookies }: Target, index: number): Promise<void> => {
    await openRawStream({
      port,
      cookie: cookies[index % cookies.length] ?? '',
      onBytes: createEventScanner(take),
      onEnd: () => {
        lost += 1;
      },
    });
    live += 1;
  };

  return {
    open: async (target, readers) => {
      let next = live;
      const end = live + readers;
      const openMore = async (): Promise<void> => {
        while (next < end) await openOne(target, next++);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, openMore));
    },
    count: () => live,
    delivered: () => delivered,
    untilDelivered: async (wanted) => {
      if (delivered >= wanted) return;
      const arrived = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        const missing = `${wanted - delivered} deliveries are missing`;
        arrived.reject(new Error(`${missing}, ${lost} of ${live} streams have ended.`));
      }, DELIVERY_TIMEOUT);
      waiting.push({ wanted, resolve: arrived.resolve });
      await arrived.promise;
      clearTimeout(timer);
    },
    onThought: (wanted) => {
      listener = wanted;
    },
  };
}
