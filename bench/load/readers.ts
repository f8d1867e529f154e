import { backoffDelay, pause } from '#shared/backoff.ts';
import { PATHS } from '#shared/wire.ts';
import type { Target } from '#bench/start-process.ts';
import { openConnection, RefusedError } from './connection.ts';
import { createEventScanner, nextNumber, numberedTextID } from './text-ids.ts';

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
  onThought: ((number: number) => void) | null = null;
  #live = 0;
  #serverErrors = 0;
  #failures = 0;
  /** A time of `performance.now()`, as is `#backAt`. */
  #lostAt: number | null = null;
  #backAt = 0;
  /** Who waits for deliveries; nobody for fewer than the one before. */
  #waiting: { wanted: number; resolve: () => void }[] = [];

  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  async open(readers: number, comesBack: boolean): Promise<void> {
    const { cookies } = this.#target;
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
  async untilBack(limit: number): Promise<Return> {
    const began = performance.now();
    const areBack = (): boolean => this.#live === this.opened && this.#lostAt !== null;
    while (!areBack() && performance.now() - began < limit) await pause(GLANCE);
    const seconds = (this.#backAt - (this.#lostAt ?? this.#backAt)) / 1_000;
    const due = this.delivered + this.opened;
    const writer = await openConnection(this.#target.port, this.#target.cookies[0] ?? '');
    await writer.add(numberedTextID(nextNumber()));
    await this.untilDelivered(due).catch(() => {});
    writer.close();
    const never = Math.max(0, due - this.delivered);
    return { seconds, never, serverErrors: this.#serverErrors, failures: this.#failures };
  }

  #take(number: number): void {
    this.delivered += 1;
    this.onThought?.(number);
    while (this.#waiting[0] !== undefined && this.#waiting[0].wanted <= this.delivered) {
      this.#waiting.shift()?.resolve();
    }
  }

  async #come(reader: Reader): Promise<void> {
    const { cookie, comesBack, position } = reader;
    const connection = await openConnection(this.#target.port, cookie);
    const scan = createEventScanner((number) => this.#take(number));
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
    if (reader.comesBack) await this.#comeBack(reader);
  }

  async #comeBack(reader: Reader): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
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
    const connection = await openConnection(this.#target.port, cookie);
    const page = await connection.get(PATHS.thoughts, 'identity').finally(connection.close);
    return POSITION.exec(page.toString('latin1'))?.[1];
  }
}
