import { Problem } from '#shared/problem.ts';
import { type Change, Changes, parsePosition, PATHS } from '#shared/wire.ts';
import type { Browser } from './browser.ts';
import { createEventStream, STREAM_TIMEOUT_MS, type EventStream } from './event-stream.ts';
import { answerOf, type Send } from './request.ts';
import type { Mark } from '#client/backend/backend.ts';

/** How often a hidden tab polls: its title is at most a minute old. */
const HIDDEN_POLL_MS = 45_000;
/** How often a visible tab polls while it has no stream. */
const VISIBLE_POLL_MS = 5_000;
/** How many streams in a row end in silence, while questions are answered, before the tab polls instead. */
const SILENT_STREAMS = 2;
/** For how long (ms) it then polls: something on the way holds streams back, and may do so as long as it is there. */
const STREAM_PAUSE_MS = 300_000;
/** Changes that arrive within this time are delivered together. */
const BATCH_MS = 8;
/** Milliseconds after the answer to a write within which the stream brings it, or is taken for dead. */
const ARRIVAL_MS = 3_000;

export interface ChangeListener {
  /** A change may be repeated. */
  onChanges: (changes: readonly Change[]) => void;
  /** Some changes were missed: lists have to be read again. */
  onGap: () => void;
  /** Whether changes arrive as they happen. */
  onLive: (isLive: boolean) => void;
  /** The server has answered: what failed before may be tried again. */
  onAnswer: () => void;
  /** `hasPassed` may have changed. */
  onProgress: () => void;
}

/** All changes after some position, for all queries of a tab: paused until one follows it, streaming or polling. */
export class ChangeSource {
  readonly #browser: Browser;
  readonly #send: Send;
  readonly #stream: EventStream;
  readonly #listeners = new Set<ChangeListener>();
  #state: 'paused' | 'polling' | 'streaming' = 'paused';
  /** The position of the last change received; later ones follow without a gap. */
  #end = '';
  /** The position of the last change that was delivered. */
  #delivered = '';
  /** How often all that the server had was received: for a poll, or by a heartbeat, which comes after it. */
  #complete = 0;
  /** The epochs of marks that are not the source's, and what `#complete` was when each was first met. */
  readonly #otherEpochs = new Map<string, number>();
  #batch: Change[] = [];
  #batchTimer: ReturnType<typeof setTimeout> | undefined;
  #pollTimer: ReturnType<typeof setTimeout> | undefined;
  /** How many streams in a row have ended in silence. */
  #silences = 0;
  /** When (ms) a question was last answered. */
  #answeredAt = -Infinity;
  /** When (ms, by the page's own clock, which nobody sets) streams may be tried again. */
  #streamsFrom = -Infinity;

  /** `onSignedOut` is called when the server closes the stream of a session that has ended. */
  constructor(browser: Browser, send: Send, onSignedOut: () => void) {
    this.#browser = browser;
    this.#send = send;
    this.#stream = createEventStream(browser, {
      position: () => this.#end,
      onReady: (position, { resumed, version }) => {
        browser.onVersion(version);
        if (!resumed) this.#skipTo(position);
        this.#enter('streaming');
        this.#reportAnswer();
      },
      onChange: (change, position) => this.#add([change], position),
      onDown: () => this.#enter('polling'),
      onLate: () => void this.#check(),
      onSilence: () => this.#handleSilence(),
      onHeartbeat: () => {
        this.#silences = 0;
        this.#countComplete();
      },
      onSignedOut,
    });
    browser.onPresenceChange(() => {
      // What was missed comes sooner than over a new stream, and an old one may be dead.
      if (browser.isVisible() && this.#state !== 'paused') void this.#check();
      this.#followPresence();
    });
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    listener.onLive(this.#state === 'streaming');
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stream.disconnect();
      this.#state = 'paused';
      this.#skipTo('');
    };
  }

  position(): string {
    return this.#end;
  }

  /**
   * Whether all changes up to a mark were delivered; of one that tells no place, or that of a database that was
   * replaced, all that the server had since.
   */
  hasPassed(mark: Mark): boolean {
    const { epoch, number } = parsePosition(mark);
    const delivered = parsePosition(this.#delivered);
    if (epoch === delivered.epoch) return number <= delivered.number;
    const met = this.#otherEpochs.get(epoch) ?? this.#complete;
    this.#otherEpochs.set(epoch, met);
    return this.#complete > met && this.#delivered === this.#end;
  }

  /** Opens another connection if the stream does not bring what was written up to a mark. */
  expect(mark: Mark): void {
    setTimeout(() => {
      if (this.#state === 'streaming' && !this.hasPassed(mark)) this.#stream.reconnect();
    }, ARRIVAL_MS);
  }

  /** Follows the board from a page's position; false if the page lacks changes received before it was requested. */
  follow(page: string, before: string): boolean {
    const { epoch, number } = parsePosition(page);
    if (this.#state === 'paused') {
      this.#end = page;
      this.#delivered = page;
      this.#state = 'polling';
      this.#followPresence();
    } else if (epoch !== parsePosition(this.#end).epoch) {
      // The database was restored.
      this.#skipTo(page);
    }
    return number >= parsePosition(before).number;
  }

  #enter(state: 'polling' | 'streaming'): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener.onLive(state === 'streaming');
  }

  #followPresence(): void {
    if (this.#state === 'paused') return;
    this.#waitToPoll();
    if (performance.now() < this.#streamsFrom) return;
    if (this.#browser.isVisible() && this.#browser.isOnline()) return this.#stream.connect();
    // A board on this computer needs no network.
    if (this.#browser.isVisible()) this.#stream.reconnect();
    else this.#stream.disconnect();
  }

  #add(changes: readonly Change[], position: string): void {
    this.#end = position;
    if (changes.length === 0 && this.#batch.length === 0) return this.#progress();
    if (this.#batch.length === 0) this.#batchTimer = setTimeout(() => this.#deliver(), BATCH_MS);
    this.#batch.push(...changes);
  }

  #deliver(): void {
    const changes = this.#batch;
    this.#batch = [];
    for (const listener of this.#listeners) listener.onChanges(changes);
    this.#progress();
  }

  /** Everything that was received has been delivered. */
  #progress(): void {
    this.#delivered = this.#end;
    for (const listener of this.#listeners) listener.onProgress();
  }

  #reportAnswer(): void {
    for (const listener of this.#listeners) listener.onAnswer();
  }

  #countComplete(): void {
    this.#complete += 1;
    for (const listener of this.#listeners) listener.onProgress();
  }

  #skipTo(position: string): void {
    clearTimeout(this.#batchTimer);
    this.#batch = [];
    this.#end = position;
    this.#delivered = position;
    for (const listener of this.#listeners) listener.onGap();
  }

  #waitToPoll(): void {
    const interval = this.#browser.isVisible() ? VISIBLE_POLL_MS : HIDDEN_POLL_MS;
    clearTimeout(this.#pollTimer);
    this.#pollTimer = setTimeout(() => void this.#poll(), interval);
  }

  async #poll(): Promise<void> {
    if (this.#state === 'polling') await this.#check();
    if (this.#state !== 'paused') this.#waitToPoll();
    const mayStream = this.#streamsFrom !== -Infinity && performance.now() >= this.#streamsFrom;
    if (!mayStream) return;
    this.#streamsFrom = -Infinity;
    this.#followPresence();
  }

  /** Asks what the stream may lack. */
  async #check(): Promise<void> {
    try {
      await this.#catchUp();
    } catch (error) {
      // An unreachable server is already shown, or will be when the stream stays silent.
      if (!(error instanceof Problem)) console.error('The changes could not be read', error);
    }
  }

  /** If the server answers, something on the way holds its streams back. */
  #handleSilence(): void {
    if (Date.now() - this.#answeredAt > STREAM_TIMEOUT_MS) return;
    this.#silences += 1;
    if (this.#silences < SILENT_STREAMS) return;
    this.#silences = 0;
    this.#streamsFrom = performance.now() + STREAM_PAUSE_MS;
    this.#stream.disconnect();
    void this.#poll();
  }

  async #catchUp(): Promise<void> {
    const after = this.#end;
    const search = new URLSearchParams({ after });
    const answer = await this.#send(['GET', `${PATHS.changes}?${search}`]);
    const { resumed, changes, position, version } = answerOf(Changes, answer);
    this.#browser.onVersion(version);
    this.#answeredAt = Date.now();
    // The stream may have got further meanwhile.
    if (this.#state !== 'paused' && this.#end === after) {
      // One that lacks something is dead.
      const isDead = this.#state === 'streaming' && position !== after;
      if (resumed) this.#add(changes, position);
      else this.#skipTo(position);
      if (isDead) this.#stream.reconnect();
      this.#countComplete();
    }
    this.#reportAnswer();
  }
}
