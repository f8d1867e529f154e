import { retry } from '#shared/backoff.ts';
import { PAGE_LIMIT, PAGE_SIZE } from '#shared/limits.ts';
import { Problem, problemCodeOf } from '#shared/problem.ts';
import { newestFirst, sameOr, type Thought } from '#shared/thought.ts';
import type { Change, Page } from '#shared/wire.ts';
import type { LiveQuery, ThoughtWindow, WindowListener } from '#client/backend/backend.ts';
import type { ChangeSource } from './change-source.ts';

/** Most new thoughts that a window is read past, after a gap, down to its old end. */
const REREAD_LIMIT = 1_000;

export interface PageRange {
  size: number;
  after?: Thought | undefined;
  signal: AbortSignal;
}

export interface WindowOptions {
  author: string | undefined;
  size: number;
  source: Pick<ChangeSource, 'follow' | 'position' | 'subscribe'>;
  read: (range: PageRange) => Promise<Page>;
  onSignedOut: () => void;
  listener: WindowListener;
}

/** One live query, idle or reading, that follows changes; of two versions the higher stays. */
export class LiveWindow implements LiveQuery {
  readonly #options: WindowOptions;
  readonly #unsubscribe: () => void;
  #list: readonly Thought[] = [];
  #more = true;
  /** The oldest thought read so far, even if deleted since: an older page begins after it. */
  #edge: Thought | undefined;
  #wanted: number;
  #isLoaded = false;
  #reading: AbortController | null = null;
  /** Changes since a page was requested, which may be older. */
  #meanwhile: Change[] = [];

  constructor(options: WindowOptions) {
    this.#options = options;
    this.#wanted = options.size;
    this.#unsubscribe = options.source.subscribe({
      onLive: options.listener.onLive,
      onGap: () => void this.#read({ fromTop: true }),
      onChanges: (changes) => this.#apply(changes),
    });
    void this.#read({ fromTop: true });
  }

  grow(): void {
    if (!this.#isLoaded || !this.#more) return;
    this.#wanted = Math.max(this.#wanted, this.#list.length + PAGE_SIZE);
    if (this.#reading === null) void this.#read({ fromTop: false });
  }

  close(): void {
    this.#unsubscribe();
    this.#reading?.abort();
  }

  #deliver(source: ThoughtWindow['source']): void {
    this.#isLoaded = true;
    this.#options.listener.onWindow({ thoughts: this.#list, more: this.#more, source });
  }

  #apply(changes: readonly Change[]): void {
    const before = this.#list;
    if (this.#reading !== null) this.#meanwhile.push(...changes);
    for (const change of changes) this.#merge(change);
    // Before the first page, changes are only collected: its result will include them.
    if (this.#list !== before && this.#isLoaded) this.#deliver('change');
  }

  #merge(change: Change): void {
    const textID = change.type === 'removed' ? change.textID : change.thought.textID;
    const index = this.#list.findIndex((thought) => thought.textID === textID);
    const known = this.#list[index];
    if (change.type === 'changed') this.#put(change.thought, known);
    else if (known !== undefined) this.#list = this.#list.toSpliced(index, 1);
  }

  #put(thought: Thought, known: Thought | undefined): void {
    if (known !== undefined) {
      const next = thought.version < known.version ? known : sameOr(known, thought);
      if (next !== known) this.#list = this.#list.with(this.#list.indexOf(known), next);
    } else if (this.#holds(thought)) {
      const following = this.#list.findIndex((other) => newestFirst(thought, other) < 0);
      const at = following === -1 ? this.#list.length : following;
      this.#list = this.#list.toSpliced(at, 0, thought);
    }
  }

  #holds(thought: Thought): boolean {
    const { author } = this.#options;
    const isForeign = author !== undefined && thought.uID !== author;
    const edge = this.#more ? this.#edge : undefined;
    return !isForeign && (edge === undefined || newestFirst(thought, edge) <= 0);
  }

  #take(thoughts: readonly Thought[], { more, thoughts: page }: Page): void {
    const known = new Map(this.#list.map((thought) => [thought.textID, thought]));
    this.#list = thoughts.map((thought) => sameOr(known.get(thought.textID), thought));
    this.#more = more;
    this.#edge = page.at(-1) ?? this.#edge;
    for (const change of this.#meanwhile) this.#merge(change);
  }

  async #read({ fromTop }: { fromTop: boolean }): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const { signal } = reading;
    try {
      if (fromTop) await retry(signal, () => this.#readTop(signal));
      while (!signal.aborted && this.#lacking() > 0) await this.#readOlder(signal);
    } catch (error) {
      this.#wanted = this.#list.length;
      if (problemCodeOf(error) === 'signed-out') this.#options.onSignedOut();
      else console.error('Reading thoughts failed', error);
    } finally {
      if (this.#reading === reading) this.#reading = null;
    }
  }

  async #readTop(signal: AbortSignal): Promise<void> {
    const before = this.#options.source.position();
    this.#meanwhile = [];
    const pages = await this.#readToEdge(signal);
    if (signal.aborted) return;
    // A server may have a page that is older than what it has sent.
    const isCovered = this.#options.source.follow(pages.position, before);
    // A gap has started another reading.
    if (signal.aborted) return;
    if (!isCovered) throw new Problem('unavailable');
    this.#edge = undefined;
    this.#take(pages.thoughts, pages);
    // After a gap, the difference is what was changed and removed meanwhile.
    this.#deliver(this.#isLoaded ? 'change' : 'read');
  }

  /** Reads the first page of an empty window, else from the top down to the window's end. */
  async #readToEdge(signal: AbortSignal): Promise<Page> {
    const { read } = this.#options;
    const edge = this.#edge;
    if (edge === undefined) return read({ size: Math.min(this.#wanted, PAGE_SIZE), signal });
    const most = this.#list.length + REREAD_LIMIT;
    const pages = await read({ size: PAGE_LIMIT, signal });
    const endsAbove = (last = pages.thoughts.at(-1)): boolean =>
      last === undefined || newestFirst(last, edge) < 0;
    while (pages.more && endsAbove() && pages.thoughts.length < most) {
      const page = await read({ size: PAGE_LIMIT, after: pages.thoughts.at(-1), signal });
      pages.thoughts.push(...page.thoughts);
      pages.more = page.more;
    }
    return pages;
  }

  async #readOlder(signal: AbortSignal): Promise<void> {
    this.#meanwhile = [];
    const size = Math.min(this.#lacking(), PAGE_LIMIT);
    const after = this.#edge;
    const page = await retry(signal, () => this.#options.read({ size, after, signal }));
    if (page === undefined) return;
    this.#take([...this.#list, ...page.thoughts], page);
    this.#deliver('read');
  }

  #lacking(): number {
    return this.#more ? this.#wanted - this.#list.length : 0;
  }
}
