import { Problem } from '#shared/problem.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { Operation } from './operation.ts';

/** Milliseconds after which a write without an answer is given up, to be sent again. */
const ACK_TIMEOUT_MS = 20_000;

type Writer = Pick<Backend, 'addThought' | 'editThought' | 'deleteThought'>;

/**
 * Sends one operation once. It rejects with `unavailable` when the signal is aborted and when no
 * answer comes, because some backends never answer while offline.
 */
export function sendOperation(
  backend: Writer,
  operation: Operation,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new AbortController();
    const giveUp = (): void => {
      reject(new Problem('unavailable'));
      request.abort();
    };
    const timer = setTimeout(giveUp, ACK_TIMEOUT_MS);
    signal.addEventListener('abort', giveUp);
    perform(backend, operation, request.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      });
  });
}

function perform(backend: Writer, operation: Operation, signal: AbortSignal): Promise<void> {
  const { kind, textID } = operation;
  switch (kind) {
    case 'add':
      return backend.addThought({ textID, text: operation.text }, signal);
    case 'edit':
      return backend.editThought(
        { textID, text: operation.text, replaces: operation.replaces },
        signal,
      );
    case 'delete':
      return backend.deleteThought(textID, signal);
  }
}
