import { pause, retry } from '#shared/backoff.ts';
import { isRetryable, Problem, problemCodeOf } from '#shared/problem.ts';
import type { Writes } from '#client/backend/backend.ts';
import { kindOf, operationKey, type Operation } from './operations/operation.ts';
import type { ReturnedText } from './texts.ts';
import type { WriteQueue } from './write-queue.ts';

/** Milliseconds after which a write without an answer is given up, to be sent again. */
const ACK_TIMEOUT_MS = 10_000;
/** Milliseconds between two looks at what a closed tab may have left unsent. */
const POLL_INTERVAL_MS = 20_000;
/** Milliseconds that who signs out leaves for what they have written. */
const REST_TIMEOUT_MS = 5_000;

interface SenderOptions {
  backend: Writes;
  queue: WriteQueue;
  /** Gets the last text that was typed for a thought of which the backend refused a write for good. */
  onReturned: (text: ReturnedText) => void;
}

interface Sending {
  operation: Operation;
  ending: AbortController;
  isWaiting: boolean;
}

export type Sender = ReturnType<typeof createSender>;

/** Sends a person's operations until each is acknowledged or refused. Every tab sends whatever is ready. */
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
    // What waits for it may be sent.
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
  // What another tab has brought there first holds up what was written after it, or would undo it.
  const unsubscribe = queue.pending.subscribe(() => {
    if (stop(({ operation }) => !queue.isUnsent(operation))) send();
  });
  const timer = setInterval(send, POLL_INTERVAL_MS);

  send();
  return {
    send,
    /** Sends again at once what waits for another try: for when the connection is back. */
    resend,
    /** Sends what is left, for some seconds at most, and then stops. */
    flush: async (): Promise<void> => {
      clearInterval(timer);
      const isOver = new AbortController();
      endFlush = () => isOver.abort();
      resend();
      if (underWay.size > 0) await pause(REST_TIMEOUT_MS, isOver.signal);
      stop(() => true);
    },
    /** Stops sending, unless the rest is being sent; what is not acknowledged stays in the queue. */
    close: (): void => {
      clearInterval(timer);
      unsubscribe();
      if (endFlush === undefined) stop(() => true);
    },
  };
}

/** What waits for no other: one thought's operations keep their order, and so do all adds. */
function ready(operations: readonly Operation[]): Operation[] {
  return operations.filter((operation, index) =>
    operations
      .slice(0, index)
      .every(
        ({ textID, kind }) =>
          textID !== operation.textID && (kind !== operation.kind || !kindOf(operation).isOrdered),
      ),
  );
}

async function sendUntilAnswered(options: SenderOptions, sending: Sending): Promise<void> {
  const { backend, queue } = options;
  const { operation, ending } = sending;
  const { signal } = ending;
  try {
    await retry(signal, async () => {
      // Between two tries another tab may have sent it, or a delete have overtaken it.
      if (!queue.isUnsent(operation)) return;
      sending.isWaiting = false;
      await sendOnce(backend, operation, signal).finally(() => (sending.isWaiting = true));
    });
  } catch (error) {
    // Signed out is nobody's refusal: the operation waits for its person to come back.
    if (problemCodeOf(error) === 'signed-out') return;
    const isOver = signal.aborted || !queue.isUnsent(operation);
    if (!isOver && kindOf(operation).isDone?.(error) !== true) {
      return refuse(options, operation, error);
    }
  }
  if (!signal.aborted && queue.isUnsent(operation)) queue.acknowledge(operation);
}

/** What has no answer in time rejects with `unavailable`. */
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

/** Gives the last text of a thought back to its writer, and forgets what stood on the refused write. */
function refuse({ queue, onReturned }: SenderOptions, operation: Operation, error: unknown): void {
  console.error(`The ${operation.kind} of a thought was refused`, error);
  const dropped = queue.discard(operation.textID);
  const text = dropped.findLast((one) => 'text' in one)?.text;
  if (text === undefined) return;
  const isGone = problemCodeOf(error) === 'not-found';
  const place = kindOf(operation).returnTo(operation, text, isGone);
  if (place !== null) onReturned({ id: operationKey(operation), place, text });
}
