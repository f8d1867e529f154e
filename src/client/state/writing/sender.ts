import { pause, retry } from '#shared/backoff.ts';
import { isRetryable, Problem, problemCodeOf } from '#shared/problem.ts';
import { unknownMark, type Mark, type Writes } from '#client/backend/backend.ts';
import type { Store } from '#client/store/store.ts';
import { unsentOf, type Entries, type Entry } from './entry.ts';
import { kindOf } from './kinds.ts';
import type { Writing } from './ledger.ts';
import type { WritingEvent } from './reduce.ts';

/** Milliseconds after which a write without an answer is sent again. */
const ACK_TIMEOUT_MS = 10_000;
/** Milliseconds after which writes that were refused for want of a session are tried again. */
const SIGNED_OUT_PAUSE_MS = 20_000;
/** Milliseconds that a sign-out waits for pending writes. */
const REST_TIMEOUT_MS = 5_000;

interface SenderOptions {
  backend: Writes;
  writing: Store<Pick<Writing, 'sent'>>;
  /** Takes what became of an entry. */
  apply: (event: WritingEvent) => void;
  /** Whether the backend is known to answer. */
  isLive: () => boolean;
}

/**
 * Sends a person's entries until each is acknowledged or refused: an effect of the entries that are unsent. Every
 * tab sends all that is ready.
 */
export class Sender {
  readonly #options: SenderOptions;
  readonly #unsubscribe: () => void;
  readonly #underWay = new Map<string, AbortController>();
  /** Entries whose last try failed, so that they hold up no other thought's add. */
  readonly #failed = new Set<string>();
  /** Runs while nobody is signed in. */
  #pause: ReturnType<typeof setTimeout> | undefined;
  #endFlush: (() => void) | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#unsubscribe = options.writing.subscribe(() => this.#follow());
    this.#follow();
  }

  /** Retries at once, for when the connection is back. */
  resend(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    // A request that is under way may have gone with the connection that was lost.
    this.#stop(() => true);
    this.#follow();
  }

  /** Sends what is left until that is done, for at most `REST_TIMEOUT_MS` or until aborted, and then stops. */
  async flush(ended: AbortSignal): Promise<void> {
    const isOver = new AbortController();
    this.#endFlush = () => isOver.abort();
    this.resend();
    const waiting = AbortSignal.any([isOver.signal, ended]);
    if (this.#underWay.size > 0) await pause(REST_TIMEOUT_MS, waiting);
    this.#end();
  }

  /** Stops sending, unless a flush is under way; what is not acknowledged stays in the storage. */
  close(): void {
    if (this.#endFlush === undefined) this.#end();
  }

  #end(): void {
    this.#unsubscribe();
    clearTimeout(this.#pause);
    this.#stop(() => true);
  }

  #follow(): void {
    const unsent = unsentOf(this.#options.writing.get().sent);
    const ids = new Set(unsent.map(({ id }) => id));
    this.#stop((id) => !ids.has(id));
    for (const id of this.#failed) if (!ids.has(id)) this.#failed.delete(id);
    if (this.#pause !== undefined) return;
    for (const entry of ready(unsent, this.#failed)) {
      if (!this.#underWay.has(entry.id)) void this.#send(entry);
    }
  }

  #stop(isOver: (id: string) => boolean): void {
    for (const [id, ending] of this.#underWay) {
      if (!isOver(id)) continue;
      this.#underWay.delete(id);
      ending.abort();
    }
  }

  async #send(entry: Entry): Promise<void> {
    const { backend, apply } = this.#options;
    const { id } = entry;
    const ending = new AbortController();
    const { signal } = ending;
    this.#underWay.set(id, ending);
    const attempt = (): Promise<Mark> =>
      sendOnce(backend, entry, signal).catch((error: unknown) => {
        if (isRetryable(error) && !signal.aborted) this.#handleFailure(entry, error);
        throw error;
      });
    try {
      const mark = await retry(signal, attempt);
      if (mark !== undefined && !signal.aborted) apply({ type: 'acknowledged', id, mark });
    } catch (error) {
      // Another tab may have been answered meanwhile.
      if (!signal.aborted) this.#handleRefusal(entry, error);
    }
    if (this.#underWay.get(id) === ending) this.#underWay.delete(id);
    if (this.#underWay.size === 0) this.#endFlush?.();
  }

  #handleFailure(entry: Entry, error: Problem): void {
    const { apply, isLive } = this.#options;
    // No screen shows this failure.
    console.info(`The ${entry.kind} failed`, error);
    if (error.isForeign && isLive()) apply({ type: 'blocked', id: entry.id, reason: error });
    this.#failed.add(entry.id);
    this.#follow();
  }

  #handleRefusal({ id, ...entry }: Entry, error: unknown): void {
    const { apply } = this.#options;
    if (problemCodeOf(error) === 'signed-out') {
      // This is no refusal: the entry waits until its person signs in again.
      this.#pause ??= setTimeout(() => this.resend(), SIGNED_OUT_PAUSE_MS);
    } else if (kindOf(entry).isDone?.(error) === true) {
      apply({ type: 'acknowledged', id, mark: unknownMark() });
    } else {
      console.error(`The ${entry.kind} of a thought was refused`, error);
      apply({ type: 'refused', id, reason: error });
    }
  }
}

/** Entries that wait for no earlier one. */
function ready(entries: Entries, failed: ReadonlySet<string>): Entry[] {
  return entries.filter(
    (entry, index) => !entries.slice(0, index).some((earlier) => waitsFor(entry, earlier, failed)),
  );
}

/** Writes to one thought stay in order, and so do adds as long as the earlier one has not failed. */
function waitsFor(entry: Entry, earlier: Entry, failed: ReadonlySet<string>): boolean {
  if (entry.place === earlier.place) return true;
  const areCreated = [entry, earlier].every((one) => kindOf(one).creates === true);
  return areCreated && !failed.has(earlier.id);
}

/** Rejects with `unavailable` if there is no answer in time. */
async function sendOnce(backend: Writes, entry: Entry, signal: AbortSignal): Promise<Mark> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Problem('unavailable')), ACK_TIMEOUT_MS);
  try {
    return await kindOf(entry).send(backend, entry, AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
