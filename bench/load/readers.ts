import { backoffDelay, pause } from '#shared/backoff.ts';
import { ID_LENGTH } from '#shared/limits.ts';
import { PATHS } from '#shared/wire.ts';
import type { Target } from '#bench/target.ts';
import { openConnection, PREFIX, RefusedError } from './connection.ts';

/** New readers that connect at once; on return, their own back-off spreads them. */
const AT_ONCE = 100;
const RESUMED = '"resumed":true';
const POSITION = /"position":"([^"]+)"/u;
/** How often (ms) to check whether all are back, and how long a post may take to reach all. */
const GLANCE = 20;
const DELIVERY_TIMEOUT = 30_000;

export interface Return {
  /** Seconds from the first lost stream to the last reader whose stream is live again. */
  seconds: number;
  /** Readers still disconnected, or without a thought that was posted after the return. */
  never: number;
  serverErrors: number;
  /** Those of the server errors that are not 503 with a Retry-After. */
  failures: number;
}

interface Reader {
  cookie: string;
  /** Whether the reader reads the newest page before it streams, and reconnects as the product's client does. */
  comesBack: boolean;
  position?: string | undefined;
}

/** Live streams of many people; some reconnect when they are lost. */
export class Readers {
  /** Thoughts that have arrived, each counted once for each stream. */
  delivered = 0;
  /** Streams ever opened; one that reconnects counts once. */
  opened = 0;
  onThought: ((textID: string) => void) | null = null;
  #live = 0;
  #serverErrors = 0;
  #failures = 0;
  /** A time of `performance.now()`, as is `#backAt`. */
  #lostAt: number | null = null;
  #backAt = 0;
  /** Who waits for deliveries; nobody for fewer than the one before. */
  #waiting: { wanted: number; resolve: () => void }[] = [];

  protected readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  /** Opens streams. Readers that come back read the newest page first, and reconnect. */
  async open({ readers, comesBack = false }: { readers: number; comesBack?: boolean }) {
    const { cookies } = this.target;
    let next = this.opened;
    this.opened += readers;
    const openNext = async (): Promise<void> => {
      while (next < this.opened) {
        const cookie = cookies[next++ % cookies.length] ?? '';
        const position = comesBack ? await this.#readPosition(cookie) : undefined;
        await this.#come({ cookie, comesBack, position });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, openNext));
  }

  async untilDelivered(wanted: number): Promise<void> {
    if (this.delivered >= wanted) return;
    const arrived = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      const missing = `${wanted - this.delivered} deliveries are missing`;
      arrived.reject(new Error(`${missing}, ${this.#live} of ${this.opened} streams are live.`));
    }, DELIVERY_TIMEOUT);
    this.#waiting.push({ wanted, resolve: arrived.resolve });
    await arrived.promise;
    clearTimeout(timer);
  }

  /** Waits until all readers are back after their server was away, but no longer than `limit` (ms). */
  async untilBack({ limit }: { limit: number }): Promise<Return> {
    const began = performance.now();
    const areBack = (): boolean => this.#live === this.opened && this.#lostAt !== null;
    while (!areBack() && performance.now() - began < limit) await pause(GLANCE);
    const seconds = (this.#backAt - (this.#lostAt ?? this.#backAt)) / 1_000;
    const due = this.delivered + this.opened;
    const writer = await openConnection(this.target.port, this.target.cookies[0] ?? '');
    await writer.add();
    await this.untilDelivered(due).catch(() => {});
    writer.close();
    const never = Math.max(0, due - this.delivered);
    return { seconds, never, serverErrors: this.#serverErrors, failures: this.#failures };
  }

  #take(textID: string): void {
    this.delivered += 1;
    this.onThought?.(textID);
    while (this.#waiting[0] !== undefined && this.#waiting[0].wanted <= this.delivered) {
      this.#waiting.shift()?.resolve();
    }
  }

  async #come(reader: Reader): Promise<void> {
    const { cookie, comesBack, position } = reader;
    const connection = await openConnection(this.target.port, cookie);
    const scan = createEventScanner((textID) => this.#take(textID));
    const beginning = await connection.listen(position, scan);
    if (comesBack && !beginning.includes(RESUMED)) await this.#readPosition(cookie);
    this.#live += 1;
    this.#backAt = performance.now();
    void this.#outlive(connection.closed, reader);
  }

  async #outlive(closed: Promise<void>, reader: Reader): Promise<void> {
    await closed;
    this.#live -= 1;
    this.#lostAt ??= performance.now();
    for (let attempt = 1; reader.comesBack; attempt += 1) {
      await pause(backoffDelay(attempt));
      try {
        await this.#come(reader);
        return;
      } catch (error) {
        if (!(error instanceof RefusedError) || error.status < 500) continue;
        this.#serverErrors += 1;
        if (error.status !== 503 || !error.saysWhen) this.#failures += 1;
      }
    }
  }

  async #readPosition(cookie: string): Promise<string | undefined> {
    const connection = await openConnection(this.target.port, cookie);
    const page = await connection.get(PATHS.thoughts, 'identity').finally(connection.close);
    return POSITION.exec(page.toString('latin1'))?.[1];
  }
}

const FIELD = '"textID":"';

/** Calls back with the id of each thought in a stream's bytes, without parsing them. */
function createEventScanner(onThought: (textID: string) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const text = rest + chunk.toString('latin1');
    // An incomplete line is kept for the next chunk.
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    let at = text.indexOf(FIELD + PREFIX);
    while (at !== -1 && at < end) {
      const start = at + FIELD.length;
      onThought(text.slice(start, start + ID_LENGTH));
      at = text.indexOf(FIELD + PREFIX, start);
    }
  };
}
