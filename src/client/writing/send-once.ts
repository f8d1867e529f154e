import { isRetryable, Problem } from '#shared/problem.ts';
import type { Writes } from '#client/backend/backend.ts';
import type { Operation } from './operation.ts';

/** Milliseconds after which a write without an answer is given up, to be sent again. */
const ACK_TIMEOUT_MS = 10_000;

/** Sends an operation once; what has no answer in time rejects with `unavailable`, as what is given up. */
export async function sendOnce(
  backend: Writes,
  operation: Operation,
  signal: AbortSignal,
): Promise<void> {
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
