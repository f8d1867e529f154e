import { pause, retry } from '#shared/backoff.ts';
import { problemCodeOf } from '#shared/problem.ts';
import type { Writes } from '#client/backend/backend.ts';
import { operationKey, ready, type Operation } from './operation.ts';
import { sendOnce } from './send-once.ts';
import type { WriteQueue } from './write-queue.ts';

/** Milliseconds between two looks at what a closed tab may have left unsent. */
const POLL_INTERVAL_MS = 20_000;
/** Milliseconds that who signs out leaves for what they have written. */
const REST_TIMEOUT_MS = 5_000;

/** A write that the backend will never accept. */
export interface Refusal {
  operation: Operation;
  /** The last text that was typed for the thought, null when none was. */
  text: string | null;
  /** What the backend rejected it with; mostly a `Problem`. */
  reason: unknown;
}

/** Brings the operations of a write queue to the backend. */
export interface Sender {
  /** Sends what is ready and not under way yet. */
  send: () => void;
  /** Sends again at once what waits for another try: for when the connection is back. */
  resend: () => void;
  /** Sends what is left, for some seconds at most and until the signal is aborted, and then stops. */
  flush: (signal: AbortSignal) => Promise<void>;
  /** Stops sending, unless the rest is being sent; what is not acknowledged stays in the queue for the next time. */
  close: () => void;
}

interface SenderOptions {
  backend: Writes;
  queue: WriteQueue;
  onRefused: (refusal: Refusal) => void;
}

interface Sending {
  operation: Operation;
  ending: AbortController;
  /** Between two tries. */
  isWaiting: boolean;
}

/**
 * Sends a person's operations until each is acknowledged or refused. Every tab sends whatever is
 * ready: copies change nothing, so none has to wait for another tab.
 */
export function createSender(options: SenderOptions): Sender {
  const underWay = new Map<string, Sending>();
  /** Ends the sending of the rest, if that is being sent. */
  let endFlush: (() => void) | undefined;

  const start = async (operation: Operation): Promise<void> => {
    const key = operationKey(operation);
    if (underWay.has(key)) return;
    const sending: Sending = { operation, ending: new AbortController(), isWaiting: false };
    underWay.set(key, sending);
    const mayHaveMore = await sendUntilAnswered(options, operation, sending);
    if (underWay.get(key) === sending) underWay.delete(key);
    if (mayHaveMore) send();
    if (underWay.size === 0) endFlush?.();
  };
  const send = (): void =>
    ready(options.queue.unsent()).forEach((operation) => void start(operation));
  const resend = (): void => {
    stopSending(underWay, ({ isWaiting }) => isWaiting);
    send();
  };
  // What another tab has brought there first holds up what was written after it, or would undo it.
  const unsubscribe = options.queue.pending.subscribe(() => {
    if (stopSending(underWay, ({ operation }) => !options.queue.isUnsent(operation))) send();
  });
  const timer = setInterval(send, POLL_INTERVAL_MS);

  send();
  return {
    send,
    resend,
    flush: async (signal) => {
      clearInterval(timer);
      const isOver = new AbortController();
      endFlush = () => isOver.abort();
      signal.addEventListener('abort', endFlush);
      resend();
      if (underWay.size > 0) await pause(REST_TIMEOUT_MS, isOver.signal);
      signal.removeEventListener('abort', endFlush);
      stopSending(underWay);
    },
    close: () => {
      clearInterval(timer);
      unsubscribe();
      if (endFlush === undefined) stopSending(underWay);
    },
  };
}

/** Stops what is under way, or what of it `isOver`; returns whether there was any. */
function stopSending(
  underWay: Map<string, Sending>,
  isOver: (sending: Sending) => boolean = () => true,
): boolean {
  const stopped = [...underWay].filter(([, sending]) => isOver(sending));
  for (const [key, { ending }] of stopped) {
    underWay.delete(key);
    ending.abort();
  }
  return stopped.length > 0;
}

/** Resolves with whether there may be more to send. */
async function sendUntilAnswered(
  { backend, queue, onRefused }: SenderOptions,
  operation: Operation,
  sending: Sending,
): Promise<boolean> {
  const { signal } = sending.ending;
  queue.markSent(operation);
  try {
    await retry(signal, async () => {
      // Between two tries another tab may have sent it, or a delete have overtaken it.
      if (!queue.isUnsent(operation)) return;
      sending.isWaiting = false;
      await sendOnce(backend, operation, signal).finally(() => (sending.isWaiting = true));
    });
  } catch (error) {
    // Signed out is nobody's refusal: the operation waits for its person to come back.
    if (problemCodeOf(error) === 'signed-out') return false;
    if (!signal.aborted && queue.isUnsent(operation) && !isDone(operation, error)) {
      console.error(`The ${operation.kind} of a thought was refused`, error);
      onRefused({ operation, text: lastText(queue.discard(operation.textID)), reason: error });
      return true;
    }
  }
  if (signal.aborted) return false;
  if (queue.isUnsent(operation)) queue.acknowledge(operation);
  return true;
}

/** Nobody else can have drawn a thought's id: an earlier copy arrived, and was edited since. */
function isDone({ kind }: Operation, error: unknown): boolean {
  return kind === 'add' && problemCodeOf(error) === 'conflict';
}

function lastText(operations: readonly Operation[]): string | null {
  return operations.findLast((operation) => operation.kind !== 'delete')?.text ?? null;
}
