import { pause, retry } from '#shared/backoff.ts';
import { isRetryable, Problem, problemCodeOf } from '#shared/problem.ts';
import type { Writes } from '#client/backend/backend.ts';
import { operationKey, ready, type Operation } from './operation.ts';
import type { WriteQueue } from './write-queue.ts';

/** Milliseconds between two looks at what a closed tab may have left unsent. */
const POLL_INTERVAL_MS = 20_000;
/** Milliseconds after which a write without an answer is given up, to be sent again. */
const ACK_TIMEOUT_MS = 20_000;
/** Milliseconds that who signs out leaves for what they have written. */
const REST_TIMEOUT_MS = 5_000;

export interface Refusal {
  operation: Operation;
  /** The last text that was typed for the thought, null when none was. */
  text: string | null;
  reason: unknown;
}

export interface Sender {
  /** Sends what is ready and not under way yet. */
  send: () => void;
  /** Sends all of it again at once: for when the connection is back. */
  resend: () => void;
  /** Sends what is left, for some seconds at most and until the signal is aborted, and then stops. */
  sendRest: (signal: AbortSignal) => Promise<void>;
  /** Stops sending, unless the rest is being sent; what is not acknowledged stays in the queue for the next time. */
  close: () => void;
}

interface SenderOptions {
  backend: Writes;
  queue: WriteQueue;
  onRefused: (refusal: Refusal) => void;
}

/**
 * Sends a person's operations until each is acknowledged or refused. Every tab sends whatever is
 * ready: copies change nothing, so none has to wait for another tab.
 */
export function createSender(options: SenderOptions): Sender {
  const { backend, queue } = options;
  let round = { ending: new AbortController(), underWay: new Set<string>() };
  /** Ends the sending of the rest, if that is being sent. */
  let endRest: (() => void) | undefined;

  const start = async (operation: Operation): Promise<void> => {
    const { ending, underWay } = round;
    const key = operationKey(operation);
    if (underWay.has(key)) return;
    underWay.add(key);
    const mayHaveMore = await sendUntilAnswered(options, operation, ending.signal);
    underWay.delete(key);
    if (mayHaveMore) send();
    if (round.underWay.size === 0) endRest?.();
  };
  const send = (): void => ready(queue.unsent()).forEach((operation) => void start(operation));
  const timer = setInterval(send, POLL_INTERVAL_MS);

  send();
  return {
    send,
    resend: () => {
      round.ending.abort();
      round = { ending: new AbortController(), underWay: new Set() };
      send();
      void forgetDeleted(backend, queue, round.ending.signal);
    },
    sendRest: async (signal) => {
      clearInterval(timer);
      const isOver = new AbortController();
      endRest = () => isOver.abort();
      signal.addEventListener('abort', endRest);
      send();
      if (round.underWay.size > 0) await pause(REST_TIMEOUT_MS, isOver.signal);
      signal.removeEventListener('abort', endRest);
      round.ending.abort();
    },
    close: () => {
      clearInterval(timer);
      if (endRest === undefined) round.ending.abort();
    },
  };
}

/** Resolves with whether there may be more to send. */
async function sendUntilAnswered(
  { backend, queue, onRefused }: SenderOptions,
  operation: Operation,
  signal: AbortSignal,
): Promise<boolean> {
  queue.markSent(operation);
  try {
    await retry(signal, async () => {
      // Between two tries another tab may have sent it, or a delete have overtaken it.
      if (queue.isUnsent(operation)) await sendOnce(backend, operation, signal);
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

/** An accepted add that no list shows was perhaps deleted elsewhere since: a copy tells. */
async function forgetDeleted(
  backend: Writes,
  queue: WriteQueue,
  signal: AbortSignal,
): Promise<void> {
  const pending = queue.pending.get().filter(({ isAcknowledged }) => isAcknowledged);
  for (const { operation } of pending) {
    if (operation.kind !== 'add') continue;
    try {
      await sendOnce(backend, operation, signal);
    } catch (error) {
      if (problemCodeOf(error) === 'not-found') queue.forget(operation);
    }
  }
}

/** Sends an operation once; what has no answer in time rejects with `unavailable`, as what is given up. */
async function sendOnce(backend: Writes, operation: Operation, signal: AbortSignal): Promise<void> {
  const request = new AbortController();
  const giveUp = (): void => request.abort(new Problem('unavailable'));
  const timer = setTimeout(giveUp, ACK_TIMEOUT_MS);
  signal.addEventListener('abort', giveUp);
  try {
    await perform(backend, operation, request.signal);
  } catch (error) {
    // No screen shows it.
    if (isRetryable(error) && !signal.aborted) console.info(`The ${operation.kind} failed`, error);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

function perform(backend: Writes, operation: Operation, signal: AbortSignal): Promise<void> {
  const { kind, textID } = operation;
  switch (kind) {
    case 'add':
      return backend.addThought({ textID, text: operation.text }, signal);
    case 'edit': {
      const { text, replaces } = operation;
      return backend.editThought({ textID, text, replaces }, signal);
    }
    case 'delete':
      return backend.deleteThought(textID, signal);
  }
}

/** Nobody else can have drawn a thought's id: an earlier copy arrived, and was edited since. */
function isDone({ kind }: Operation, error: unknown): boolean {
  return kind === 'add' && problemCodeOf(error) === 'conflict';
}

function lastText(operations: readonly Operation[]): string | null {
  return operations.findLast((operation) => operation.kind !== 'delete')?.text ?? null;
}
