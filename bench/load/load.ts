import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '#bench/figures.ts';
import { cpuMillis } from '#bench/process-usage.ts';
import type { Target } from '#bench/start-process.ts';
import { openConnection, type Connection } from './connection.ts';
import { Readers } from './readers.ts';
import { nextNumber, numberedTextID } from './text-ids.ts';

/** Length of the warm-up of both sides, as a share of the measured time. */
const WARM_UP = 0.3;
/** Posts in progress: steady starts the next when one is acknowledged, burst starts all at once. */
const POSTS = { steady: 4, burst: 20 } as const;
/** Connections of timed posts: they take turns, so that a slow answer does not hold up the next post. */
const CONNECTIONS = 20;

export interface Sustained {
  perSecond: number;
  /** The server's processor time (µs) for each item. */
  cpuEach: number;
  /** How busy the load generator was: at 1, the figure is the generator's limit, not the server's. */
  loadBusy: number;
}

/** What is done again and again, all at the same time, and how many items are done. */
interface Work {
  acts: readonly (() => Promise<void>)[];
  done: () => number;
}

/** The commands of a load generator, one at a time. Times are in milliseconds. */
export class Load {
  readonly #target: Target;
  readonly #readers: Readers;

  constructor(target: Target) {
    this.#target = target;
    this.#readers = new Readers(target);
  }

  /** Opens streams. Readers that come back read the newest page first, and reconnect. */
  open({ readers, comesBack = false }: { readers: number; comesBack?: boolean }): Promise<void> {
    return this.#readers.open(readers, comesBack);
  }

  /** How many thoughts have arrived so far, each counted once for each stream. */
  async delivered(): Promise<number> {
    return this.#readers.delivered;
  }

  awaitReturn({ limit }: { limit: number }) {
    return this.#readers.untilBack(limit);
  }

  /** Measures answered requests a second: pages of a path, or posts when there is none. */
  requests(options: { path: string | null; connections: number; millis: number }) {
    const { path, millis } = options;
    let done = 0;
    return this.#onConnections(options.connections, (connections) => {
      const acts = connections.map(({ add, get }) => async () => {
        await (path === null ? add(numberedTextID(nextNumber())) : get(path));
        done += 1;
      });
      return this.#sustain(millis, { acts, done: () => done });
    });
  }

  /** Measures how many deliveries a second reach the open streams. */
  fanOut({ mode, millis }: { mode: keyof typeof POSTS; millis: number }): Promise<Sustained> {
    const readers = this.#readers;
    let due = readers.delivered;
    const post = ({ add }: Connection): Promise<void> => {
      due += readers.opened;
      return add(numberedTextID(nextNumber()));
    };
    return this.#onConnections(POSTS[mode], async (connections) => {
      const steady = connections.map((connection) => async () => {
        await readers.untilDelivered(due - (POSTS.steady - 1) * readers.opened);
        await post(connection);
      });
      const burst = async (): Promise<void> => {
        await Promise.all(connections.map(post));
        await readers.untilDelivered(due);
      };
      const acts = mode === 'steady' ? steady : [burst];
      const sustained = await this.#sustain(millis, { acts, done: () => readers.delivered });
      await readers.untilDelivered(due);
      return sustained;
    });
  }

  /**
   * Measures the time from the start of a post to its arrival at each open stream, with so many posts a
   * second, each sent on time even if earlier ones are unanswered.
   */
  delivery({ perSecond, millis }: { perSecond: number; millis: number }) {
    const readers = this.#readers;
    const started = new Map<number, number>();
    const times: number[] = [];
    readers.onThought = (number) => {
      times.push(performance.now() - (started.get(number) ?? Number.NaN));
    };
    const posts = Math.max(1, Math.round((perSecond * millis) / 1_000));
    const due = readers.delivered + posts * readers.opened;
    return this.#onConnections(CONNECTIONS, async (connections) => {
      const began = performance.now();
      const post = async (_: unknown, index: number): Promise<void> => {
        await pause(Math.max(0, began + (index * 1_000) / perSecond - performance.now()));
        const number = nextNumber();
        started.set(number, performance.now());
        await connections[index % CONNECTIONS]?.add(numberedTextID(number));
      };
      await Promise.all(Array.from({ length: posts }, post));
      await readers.untilDelivered(due);
      return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
    });
  }

  /** Uses connections, each as a different person as long as there are enough people. */
  async #onConnections<Result>(
    count: number,
    use: (connections: readonly Connection[]) => Promise<Result>,
  ): Promise<Result> {
    const { port, cookies } = this.#target;
    const open = (_: unknown, index: number): Promise<Connection> =>
      openConnection(port, cookies[index % cookies.length] ?? '');
    const connections = await Promise.all(Array.from({ length: count }, open));
    try {
      return await use(connections);
    } finally {
      for (const { close } of connections) close();
    }
  }

  /** Measures the server's process during steady work, after a warm-up. */
  async #sustain(millis: number, { acts, done }: Work): Promise<Sustained> {
    const over = new AbortController();
    const repeat = async (act: () => Promise<void>): Promise<void> => {
      while (!over.signal.aborted) await act();
    };
    const look = () => ({
      now: performance.now(),
      done: done(),
      cpu: cpuMillis(this.#target.pid),
      own: process.cpuUsage(),
    });
    const measured = async (): Promise<Sustained> => {
      await pause(millis * WARM_UP);
      const before = look();
      await pause(millis);
      const after = look();
      over.abort();
      const elapsed = after.now - before.now;
      const items = after.done - before.done;
      const { user, system } = process.cpuUsage(before.own);
      return {
        perSecond: (items / elapsed) * 1_000,
        cpuEach: ((after.cpu - before.cpu) / items) * 1_000,
        loadBusy: (user + system) / 1_000 / elapsed,
      };
    };
    const [sustained] = await Promise.all([measured(), ...acts.map(repeat)]);
    return sustained;
  }
}
