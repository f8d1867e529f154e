import { backoffDelay, MAX_RETRY_AFTER_MS, pause } from '#shared/backoff.ts';
import { PAGE_LIMIT, PAGE_SIZE } from '#shared/limits.ts';
import { isRetryable, Problem, problemCodeOf } from '#shared/problem.ts';
import { newerOf, newestFirst, sameOr, type Thought } from '#shared/thought.ts';
import type { Change, Page } from '#shared/wire.ts';
import type { LiveQuery, Mark, ThoughtWindow, WindowListener } from '#client/backend/backend.ts';
import type { ChangeSource } from './change-source.ts';

/** Most new thoughts that a window is read past, after a gap, down to its old end. */
const REREAD_LIMIT = 1_000;
/** Longest wait (ms) for another try to read a page. */
const MAX_RETRY_MS = 2_000;

export interface PageRange {
  size: number;
  after?: Thought | undefined;
  signal: AbortSignal;
}

export interface WindowOptions {
  author: string | undefined;
  size: number;
  source: Pick<ChangeSource, 'follow' | 'hasPassed' | 'position' | 'subscribe'>;
  read: (range: PageRange) => Promise<Page>;
  listener: WindowListener;
}

/**
 * One live query, idle or reading, that follows changes; of two versions the higher stays. It is live
 * while its source is and no page is known to be missing.
 */
export class LiveWindow implements LiveQuery {
  readonly #options: WindowOptions;
  readonly #unsubscribe: () => void;
  #list: readonly Thought[] = [];
  #more = true;
  /** The last thought of the pages read, even if deleted since: the next page begins after it. */
  #lastRead: Thought | undefined;
  /** Where the list ended at a gap, down to which it is read again. */
  #oldEnd: Thought | undefined;
  /** How long the list may be when it is read again. */
  #rereadLimit = Infinity;
  #wanted: number;
  #isClosed = false;
  #isLoaded = false;
  /** False until the first page is read, and from a gap until its pages are. */
  #isCurrent = false;
  #isSourceLive = false;
  #reading: AbortController | null = null;
  /** Ends the wait before another try. */
  #wake = (): void => {};
  /** Changes since a page was requested; the page may be older than they are. */
  #meanwhile: Change[] = [];

  constructor(options: WindowOptions) {
    this.#options = options;
    this.#wanted = options.size;
    this.#unsubscribe = options.source.subscribe({
      onLive: (isLive) => {
        this.#isSourceLive = isLive;
        this.#reportLive();
      },
      onAnswer: () => this.#wake(),
      onGap: () => this.#readAgain(),
      onChanges: (changes) => this.#apply(changes),
      onProgress: () => options.listener.onProgress(),
    });
    void this.#read();
  }

  grow(): void {
    if (this.#isClosed || !this.#isLoaded || !this.#more) return;
    this.#wanted = Math.max(this.#wanted, this.#list.length + PAGE_SIZE);
    if (this.#reading === null) void this.#read();
  }

  hasPassed(mark: Mark): boolean {
    return this.#isCurrent && this.#options.source.hasPassed(mark);
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#reading?.abort();
  }

  #reportLive(): void {
    this.#options.listener.onLive(this.#isSourceLive && this.#isCurrent);
  }

  #deliver(source: ThoughtWindow['source']): void {
    this.#isLoaded = true;
    this.#options.listener.onWindow({ thoughts: this.#list, more: this.#more, source });
  }

  #apply(changes: readonly Change[]): void {
    if (this.#reading !== null) this.#meanwhile.push(...changes);
    // Before the first page, changes are only collected: its result will include them.
    if (!this.#isLoaded) return;
    const before = this.#list;
    for (const change of changes) this.#merge(change);
    if (this.#list !== before) this.#deliver('change');
  }

  #merge(change: Change): void {
    const { textID } = change.type === 'removed' ? change : change.thought;
    const index = this.#list.findIndex((thought) => thought.textID === textID);
    const known = this.#list[index];
    if (change.type === 'removed') {
      if (known !== undefined) this.#list = this.#list.toSpliced(index, 1);
    } else if (known !== undefined) {
      const next = newerOf(known, change.thought);
      if (next !== known) this.#list = this.#list.with(index, next);
    } else if (this.#holds(change.thought)) {
      const following = this.#list.findIndex((other) => newestFirst(change.thought, other) < 0);
      const at = following === -1 ? this.#list.length : following;
      this.#list = this.#list.toSpliced(at, 0, change.thought);
    }
  }

  #holds(thought: Thought): boolean {
    const { author } = this.#options;
    const isForeign = author !== undefined && thought.uID !== author;
    const end = this.#more ? (this.#oldEnd ?? this.#lastRead) : undefined;
    return !isForeign && (end === undefined || newestFirst(thought, end) <= 0);
  }

  /** Replaces the part of the list that a page covers: what follows is older, or from before a gap. */
  #take({ thoughts, more }: Page): void {
    const known = new Map(this.#list.map((thought) => [thought.textID, thought]));
    const page = thoughts.map((thought) => sameOr(known.get(thought.textID), thought));
    const [before, last] = [this.#lastRead, page.at(-1)];
    const above = before ? this.#list.filter((thought) => newestFirst(thought, before) <= 0) : [];
    const read = [...above, ...page];
    const isEnd = !more || last === undefined || read.length >= this.#rereadLimit;
    const isCurrent = isEnd || this.#oldEnd === undefined || newestFirst(this.#oldEnd, last) <= 0;
    const below = isCurrent ? [] : this.#list.filter((thought) => newestFirst(last, thought) < 0);
    this.#list = [...read, ...below];
    this.#more = more;
    this.#lastRead = last ?? before;
    this.#isCurrent = isCurrent;
    if (isCurrent) this.#oldEnd = undefined;
    for (const change of this.#meanwhile) this.#merge(change);
  }

  /** Reads again after a gap, from the top down to where the list ends; the list stays on screen meanwhile. */
  #readAgain(): void {
    this.#oldEnd = this.#list.at(-1);
    this.#rereadLimit = this.#list.length + REREAD_LIMIT;
    this.#lastRead = undefined;
    this.#isCurrent = false;
    this.#reportLive();
    void this.#read();
  }

  async #read(): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const { signal } = reading;
    let failures = 0;
    while (!signal.aborted && this.#nextSize() > 0) {
      try {
        await this.#readPage(signal);
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        await this.#waitAfter(error, failures, signal);
      }
    }
    if (this.#reading === reading) this.#reading = null;
  }

  async #readPage(signal: AbortSignal): Promise<void> {
    const { source, read } = this.#options;
    const before = source.position();
    this.#meanwhile = [];
    const page = await read({ size: this.#nextSize(), after: this.#lastRead, signal });
    if (signal.aborted) return;
    // A server may have a page that is older than what it has sent.
    const isCovered = source.follow(page.position, before);
    // A restored database is a gap, which has started another reading.
    if (signal.aborted) return;
    if (!isCovered) throw new Problem('unavailable');
    // After a gap, the difference is what was changed and removed meanwhile.
    const isReread = this.#isLoaded && !this.#isCurrent;
    this.#take(page);
    this.#deliver(isReread ? 'change' : 'read');
    this.#options.listener.onProgress();
    this.#reportLive();
  }

  /** How many thoughts to ask for; 0 when nothing is missing. */
  #nextSize(): number {
    if (!this.#isLoaded) return Math.min(this.#wanted, PAGE_SIZE);
    if (!this.#isCurrent) return PAGE_LIMIT;
    return this.#more ? Math.min(Math.max(this.#wanted - this.#list.length, 0), PAGE_LIMIT) : 0;
  }

  /** Waits until a page that could not be read may be tried again: when the server answers, or after a while. */
  async #waitAfter(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
    const isExpected = isRetryable(error) || problemCodeOf(error) === 'signed-out';
    if (!isExpected) console.error('Reading thoughts failed', error);
    const answered = new AbortController();
    this.#wake = () => answered.abort();
    // Only a limit of requests says how long to wait: other failures may end sooner than an answer can know.
    const isLimit = error instanceof Problem && error.code === 'too-many-requests';
    const limit = isLimit ? Math.min(error.retryAfter, MAX_RETRY_AFTER_MS) : 0;
    const wait = Math.max(backoffDelay(failures, MAX_RETRY_MS), limit);
    await pause(wait, AbortSignal.any([signal, answered.signal]));
  }
}
