import type { Target } from '#bench/target.ts';
import { measureDelivery, type Delivery } from './delivery.ts';
import { measureFanOut, type FanOut } from './fan-out.ts';
import { measureRequests, postInOrder, type Requests } from './requests.ts';
import { createReturningReaders, type Return } from './returning-readers.ts';
import { createStreamReaders } from './stream-readers.ts';
import type { Sustained } from './sustained.ts';

/** What the load generator can be asked to do to its target. Times are in milliseconds. */
export interface Load {
  aim: (target: Target) => Promise<void>;
  open: (options: { readers: number }) => Promise<void>;
  /** How many thoughts have arrived so far, each counted once for each stream. */
  delivered: (options: null) => Promise<number>;
  fanOut: (options: FanOut) => Promise<Sustained>;
  /** Posts at a steady pace; returns the times from a post's start to its arrival at a stream. */
  delivery: (options: Delivery) => Promise<{ p50: number; p99: number }>;
  /** Sends requests one after the other on each of some keep-alive connections. */
  requests: (options: Requests) => Promise<Sustained>;
  /** Posts so many one after the other, as the person at that index; returns the last one's id. */
  post: (options: { posts: number; person: number }) => Promise<string>;
  watchReturn: (options: { readers: number }) => Promise<void>;
  awaitReturn: (options: { limit: number }) => Promise<Return>;
}

export function createLoad(): Load {
  let target: Target = { port: 0, pid: 0, cookies: [] };
  const readers = createStreamReaders();
  const returning = createReturningReaders();

  return {
    aim: async (wanted) => {
      target = wanted;
    },
    open: (options) => readers.open(target, options.readers),
    delivered: async () => readers.delivered(),
    fanOut: (options) => measureFanOut(target, readers, options),
    delivery: (options) => measureDelivery(target, readers, options),
    requests: (options) => measureRequests(target, options),
    post: (options) => postInOrder(target, options),
    watchReturn: (options) => returning.open(target, options.readers),
    awaitReturn: (options) => returning.awaitAll(target, options.limit),
  };
}
