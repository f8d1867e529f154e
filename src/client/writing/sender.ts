import { pause, retry } from '#shared/backoff.ts';
import { isRetryable, Problem, problemCodeOf } from '#shared/problem.ts';
import type { Writes } from '#client/backend/backend.ts';
import { NEW, type ReturnedText } from './texts.ts';
import { kindOf, operationKey, type Operation, type WriteQueue } from './write-queue.ts';

/** Milliseconds after which a write without an answer is sent again. */
const ACK_TIMEOUT_MS = 10_000;
/** How often (ms) a tab looks for writes that a closed tab left unsent. */
const POLL_INTERVAL_MS = 20_000;
/** Milliseconds that a sign-out waits for pending writes. */
const REST_TIMEOUT_MS = 5_000;

interface SenderOptions {
  backend: Writes;
  queue: WriteQueue;
  /** Receives the last text typed for a thought when a write of it is refused for good. */
  onReturned: (text: ReturnedText) => void;
}

interface Sending {
  operation: Operation;
  ending: AbortController;
  isWaiting: boolean;
}

/** Sends a person's operations until each is acknowledged or refused. Every tab sends all that is ready. */
export function createSender(options: SenderOptions) {
  const { queue } = options;
  const underWay = new Map<string, Sending>();
  let endFlush: (() => void) | undefined;

  const start = async (operation: Operation): Promise<void> => {
    const key = operationKey(operation);
    if (underWay.has(key)) return;
    const sending: Sending = { operation, ending: new AbortController(), isWaiting: false };
    underWay.set(key, sending);
    await sendUntilAnswered(options, sending);
    if (underWay.get(key) === sending) underWay.delete(key);
    // Those that waited for it may be sent.
    if (!sending.ending.signal.aborted && !queue.isUnsent(operation)) send();
    if (underWay.size === 0) endFlush?.();
  };
  const send = (): void => ready(queue.unsent()).forEach((operation) => void start(operation));
  const stop = (isOver: (sending: Sending) => boolean): boolean => {
    const stopped = [...underWay].filter(([, sending]) => isOver(sending));
    for (const [key, { ending }] of stopped) {
      underWay.delete(key);
      ending.abort();
    }
    return stopped.length > 0;
  };
  const resend = (): void => {
    stop(({ isWaiting }) => isWaiting);
    send();
  };
  // An operation that another tab has sent would block later ones, or undo them.
  const unsubscribe = queue.pending.subscribe(() => {
    if (stop(({ operation }) => !queue.isUnsent(operation))) send();
  });
  const timer = setInterval(send, POLL_INTERVAL_MS);

  send();
  return {
    send,
    /** Retries at once, for when the connection is back. */
    resend,
    /** Sends what is left, for at most `REST_TIMEOUT_MS`, and then stops. */
    flush: async (): Promise<void> => {
      clearInterval(timer);
      const isOver = new AbortController();
      endFlush = () => isOver.abort();
      resend();
      if (underWay.size > 0) await pause(REST_TIMEOUT_MS, isOver.signal);
      stop(() => true);
    },
    /** Stops sending, unless a flush is under way; unacknowledged operations stay in the queue. */
    close: (): void => {
      clearInterval(timer);
      unsubscribe();
      if (endFlush === undefined) stop(() => true);
    },
  };
}

/** Operations that wait for no other: those of one thought keep their order, and so do all adds. */
function ready(operations: readonly Operation[]): Operation[] {
  return operations.filter((operation, index) =>
    operations
      .slice(0, index)
      .every(
        ({ textID, kind }) =>
          textID !== operation.textID && (kind !== operation.kind || !kindOf(operation).creates),
      ),
  );
}

async function sendUntilAnswered(options: SenderOptions, sending: Sending): Promise<void> {
  const { backend, queue } = options;
  const { operation, ending } = sending;
  const { signal } = ending;
  try {
    await retry(signal, async () => {
      // Between two tries another tab may have sent it, or a delete may have dropped it.
      if (!queue.isUnsent(operation)) return;
      sending.isWaiting = false;
      await sendOnce(backend, operation, signal).finally(() => (sending.isWaiting = true));
    });
  } catch (error) {
    // Not a refusal: the operation waits until its person signs in again.
    if (problemCodeOf(error) === 'signed-out') return;
    const isOver = signal.aborted || !queue.isUnsent(operation);
    if (!isOver && kindOf(operation).isDone?.(error) !== true) {
      return refuse(options, operation, error);
    }
  }
  if (!signal.aborted && queue.isUnsent(operation)) queue.acknowledge(operation);
}

/** Rejects with `unavailable` if there is no answer in time. */
async function sendOnce(backend: Writes, operation: Operation, signal: AbortSignal): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Problem('unavailable')), ACK_TIMEOUT_MS);
  try {
    await kindOf(operation).send(backend, operation, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    // No screen shows it.
    if (isRetryable(error) && !signal.aborted) console.info(`The ${operation.kind} failed`, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the last text of a thought to its writer, and drops the operations after the refused one. */
function refuse({ queue, onReturned }: SenderOptions, operation: Operation, error: unknown): void {
  console.error(`The ${operation.kind} of a thought was refused`, error);
  const { textID } = operation;
  const dropped = queue.discard(textID);
  const text = dropped.findLast((one) => 'text' in one)?.text;
  if (text === undefined) return;
  const { creates = false } = kindOf(operation);
  const isGone = problemCodeOf(error) === 'not-found';
  // It was added and then deleted: only text typed since would be lost.
  if (creates && isGone && dropped.length === 1) return;
  // Without its thought a text has no card.
  onReturned({ id: operationKey(operation), place: creates || isGone ? NEW : textID, text });
}
