import { pause, retry } from '#shared/backoff.ts';
import { isRetryable, Problem, problemCodeOf } from '#shared/problem.ts';
import type { Writes } from '#client/backend/backend.ts';
import type { Item } from './kind.ts';
import { kindOf } from './kinds.ts';
import type { Ledger } from './ledger.ts';

/** Milliseconds after which a write without an answer is sent again. */
const ACK_TIMEOUT_MS = 10_000;
/** How often (ms) a tab looks for writes that a closed tab left unsent. */
const POLL_INTERVAL_MS = 20_000;
/** Milliseconds that a sign-out waits for pending writes. */
const REST_TIMEOUT_MS = 5_000;

interface SenderOptions {
  backend: Writes;
  ledger: Ledger;
}

/** Sends a person's items until each is acknowledged or refused. Every tab sends all that is ready. */
export function createSender({ backend, ledger }: SenderOptions) {
  const underWay = new Map<string, AbortController>();
  let endFlush: (() => void) | undefined;

  const start = async (item: Item): Promise<void> => {
    if (underWay.has(item.id)) return;
    const ending = new AbortController();
    underWay.set(item.id, ending);
    await sendUntilAnswered({ backend, ledger }, item, ending.signal);
    if (underWay.get(item.id) === ending) underWay.delete(item.id);
    if (underWay.size === 0) endFlush?.();
  };
  const send = (): void => ready(ledger.unsent()).forEach((item) => void start(item));
  const stop = (isOver: (id: string) => boolean): boolean => {
    const stopped = [...underWay].filter(([id]) => isOver(id));
    for (const [id, ending] of stopped) {
      underWay.delete(id);
      ending.abort();
    }
    return stopped.length > 0;
  };
  const resend = (): void => {
    // A request that is under way may have gone with the connection that was lost.
    stop(() => true);
    send();
  };
  // An item that was answered, here or in another tab, has kept later ones waiting.
  ledger.state.subscribe(() => {
    if (stop((id) => !ledger.isUnsent({ id }))) send();
  });
  const timer = setInterval(send, POLL_INTERVAL_MS);
  const end = (): void => {
    clearInterval(timer);
    stop(() => true);
  };

  send();
  return {
    send,
    /** Retries at once, for when the connection is back. */
    resend,
    /** Sends what is left until that is done, for at most `REST_TIMEOUT_MS` or until aborted, and then stops. */
    flush: async (ended: AbortSignal): Promise<void> => {
      const isOver = new AbortController();
      endFlush = () => isOver.abort();
      resend();
      const waiting = AbortSignal.any([isOver.signal, ended]);
      if (underWay.size > 0) await pause(REST_TIMEOUT_MS, waiting);
      end();
    },
    /** Stops sending, unless a flush is under way; what is not acknowledged stays in the ledger. */
    close: (): void => {
      if (endFlush === undefined) end();
    },
  };
}

/** Items that wait for no earlier one. */
function ready(items: readonly Item[]): Item[] {
  return items.filter((item, index) => !items.slice(0, index).some((one) => waitsFor(item, one)));
}

/** Those of one thought keep their order, and so do all that create one. */
function waitsFor(item: Item, { place, kind }: Item): boolean {
  return place === item.place || (kind === item.kind && kindOf(item).creates === true);
}

async function sendUntilAnswered(
  { backend, ledger }: SenderOptions,
  item: Item,
  signal: AbortSignal,
): Promise<void> {
  try {
    await retry(signal, () => sendOnce(backend, item, signal));
  } catch (error) {
    // This is no refusal: the item waits until its person signs in again.
    if (problemCodeOf(error) === 'signed-out') return;
    // Another tab may have been answered meanwhile.
    if (ledger.isUnsent(item) && kindOf(item).isDone?.(error) !== true) {
      console.error(`The ${item.kind} of a thought was refused`, error);
      ledger.refuse(item, error);
    }
  }
  if (!signal.aborted && ledger.isUnsent(item)) ledger.acknowledge(item);
}

/** Rejects with `unavailable` if there is no answer in time. */
async function sendOnce(backend: Writes, item: Item, signal: AbortSignal): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Problem('unavailable')), ACK_TIMEOUT_MS);
  try {
    await kindOf(item).send(backend, item, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    // No screen shows this failure.
    if (isRetryable(error) && !signal.aborted) console.info(`The ${item.kind} failed`, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
