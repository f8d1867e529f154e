import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '#bench/figures.ts';
import { cpuMillis, type Target } from '#bench/target.ts';
import { newTextID, openConnection, type Connection } from './connection.ts';
import { Readers } from './readers.ts';

/** Length of the warm-up of both sides, as a share of the measured time. */
const WARM_UP = 0.3;
/** Posts in progress: steady starts the next when one is delivered, burst when all are. */
const POSTS = { steady: 4, burst: 20 } as const;
/** Connections of timed posts: they take turns, so that a slow answer does not hold up the next post. */
const CONNECTIONS = 20;

/** What happened in a second of steady work. */
export interface Sustained {
  requests: number;
  /** Thoughts that arrived, each counted once for each stream. */
  deliveries: number;
  /** The server's processor time (µs). */
  cpu: number;
  /** How busy the load generator was: at 1, the figure is the generator's limit, not the server's. */
  loadBusy: number;
}

/**
 * The commands of a load generator, one at a time: what its readers do, and work that is measured. Times are
 * in milliseconds.
 */
export class Load extends Readers {
  /** Measures answered requests: pages of a path, or posts when there is none. */
  requests(options: { path: string | null; connections: number; millis: number }) {
    const { path, millis } = options;
    const ask = ({ add, get }: Connection) => (path === null ? add() : get(path));
    return this.#onConnections(options.connections, (connections) => {
      const acts = connections.map((connection) => () => ask(connection));
      return this.#sustain(millis, acts);
    });
  }

  /** Measures deliveries to the open streams. */
  fanOut({ mode, millis }: { mode: keyof typeof POSTS; millis: number }): Promise<Sustained> {
    let due = this.delivered;
    /** Posts that need not be delivered when the next one starts. */
    const spare = mode === 'steady' ? POSTS.steady - 1 : 0;
    return this.#onConnections(POSTS[mode], (connections) => {
      const acts = connections.map(({ add }) => async () => {
        due += this.opened;
        await add();
        await this.untilDelivered(due - spare * this.opened);
      });
      return this.#sustain(millis, acts);
    });
  }

  /**
   * Measures the time from the start of a post to its arrival at each open stream, with so many posts a
   * second, each sent on time even if earlier ones are unanswered.
   */
  delivery({ perSecond, millis }: { perSecond: number; millis: number }) {
    const started = new Map<string, number>();
    const times: number[] = [];
    this.onThought = (textID) => {
      times.push(performance.now() - (started.get(textID) ?? Number.NaN));
    };
    const posts = Math.max(1, Math.round((perSecond * millis) / 1_000));
    const due = this.delivered + posts * this.opened;
    return this.#onConnections(CONNECTIONS, async (connections) => {
      const began = performance.now();
      const post = async (_: unknown, index: number): Promise<void> => {
        await pause(Math.max(0, began + (index * 1_000) / perSecond - performance.now()));
        const textID = newTextID();
        started.set(textID, performance.now());
        await connections[index % CONNECTIONS]?.add(textID);
      };
      await Promise.all(Array.from({ length: posts }, post));
      await this.untilDelivered(due);
      return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
    });
  }

  /** Uses connections, each as a different person as long as there are enough people. */
  async #onConnections<Result>(
    count: number,
    use: (connections: readonly Connection[]) => Promise<Result>,
  ): Promise<Result> {
    const { port, cookies } = this.target;
    const open = (_: unknown, index: number): Promise<Connection> =>
      openConnection(port, cookies[index % cookies.length] ?? '');
    const connections = await Promise.all(Array.from({ length: count }, open));
    try {
      return await use(connections);
    } finally {
      for (const { close } of connections) close();
    }
  }

  /** Repeats acts, all at the same time, and measures them and the server's process after a warm-up. */
  async #sustain(millis: number, acts: readonly (() => Promise<unknown>)[]): Promise<Sustained> {
    const over = new AbortController();
    let requests = 0;
    const repeat = async (act: () => Promise<unknown>): Promise<void> => {
      while (!over.signal.aborted) {
        await act();
        requests += 1;
      }
    };
    const look = () => {
      const { user, system } = process.cpuUsage();
      const cpu = cpuMillis(this.target.pid) * 1_000;
      const [seconds, loadBusy] = [performance.now() / 1_000, (user + system) / 1e6];
      return { seconds, requests, deliveries: this.delivered, cpu, loadBusy };
    };
    const measured = async (): Promise<Sustained> => {
      await pause(millis * WARM_UP);
      const before = look();
      await pause(millis);
      const after = look();
      over.abort();
      const perSecond = (name: keyof Sustained): number =>
        (after[name] - before[name]) / (after.seconds - before.seconds);
      return {
        requests: perSecond('requests'),
        deliveries: perSecond('deliveries'),
        cpu: perSecond('cpu'),
        loadBusy: perSecond('loadBusy'),
      };
    };
    const [sustained] = await Promise.all([measured(), ...acts.map(repeat)]);
    return sustained;
  }
}

/** What the parent process can ask for. */
export type Command = 'delivery' | 'fanOut' | 'open' | 'requests' | 'untilBack';

// The first message is the target; then follow commands, of which the parent waits for each. One that fails
// ends the process.
process.once('message', (target: Target) => {
  const load = new Load(target);
  process.on('message', async ({ name, options }: { name: Command; options: never }) => {
    const run: (given: never) => Promise<unknown> = load[name].bind(load);
    process.send?.({ result: await run(options) });
  });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
