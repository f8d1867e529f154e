import { retry } from '#shared/backoff.ts';
import { Problem } from '#shared/problem.ts';
import type { Backend } from '#client/backend/backend.ts';
import type { Ledger } from './ledger.ts';
import type { Operation } from './operation.ts';

/** Milliseconds after which a write without an answer is sent again. */
const ANSWER_LIMIT = 20_000;

/** The part of the port that writes. */
type Writer = Pick<Backend, 'addThought' | 'editThought' | 'deleteThought'>;

export interface Outbox {
  /** Keeps an operation and sends it until it is accepted or refused. */
  send: (operation: Operation) => void;
  /** Sends at once what waits for its next try: for when the connection is back. */
  resend: () => void;
  /** Stops sending; what is not accepted stays kept for the next time. */
  close: () => void;
}

/**
 * Makes the outbox over a person's book and sends what was left over. Each thought's operations go
 * one after the other; a repeat is harmless, because every operation names its thought by id.
 */
export function createOutbox(
  backend: Writer,
  ledger: Ledger,
  onRefused: (operation: Operation) => void,
): Outbox {
  let round = { ending: new AbortController(), sending: new Set<string>() };

  const refuse = (operation: Operation, reason: unknown): false => {
    console.error(`The ${operation.kind} of a thought was refused`, reason);
    // What was asked for after a refused step no longer has a ground to stand on.
    ledger.strike(operation.textID);
    onRefused(operation);
    return false;
  };
  const sendNext = async (textID: string, signal: AbortSignal): Promise<boolean> => {
    const operation = ledger.next(textID);
    if (operation === undefined) return false;
    try {
      await retry(signal, () => withinLimit(perform(backend, operation)));
    } catch (error) {
      const code = error instanceof Problem ? error.code : undefined;
      // Signed out is nobody's refusal: the operation waits for its person to come back.
      if (code === 'signed-out') return false;
      // Nobody else can have drawn this id: an earlier try arrived, and was edited since.
      const isSaved = operation.kind === 'add' && code === 'conflict';
      if (!isSaved) return refuse(operation, error);
    }
    if (signal.aborted) return false;
    ledger.accept(operation);
    return true;
  };
  const sendAll = async (textID: string): Promise<void> => {
    const { sending, ending } = round;
    if (sending.has(textID)) return;
    sending.add(textID);
    // One after the other is the point: a thought is added before it is edited.
    while (await sendNext(textID, ending.signal));
    sending.delete(textID);
  };
  const sendWaiting = (): void => {
    for (const textID of ledger.textIDs()) void sendAll(textID);
  };

  sendWaiting();

  return {
    send: (operation) => {
      ledger.keep(operation);
      void sendAll(operation.textID);
    },
    resend: () => {
      round.ending.abort();
      round = { ending: new AbortController(), sending: new Set() };
      sendWaiting();
    },
    close: () => round.ending.abort(),
  };
}

function perform(backend: Writer, operation: Operation): Promise<void> {
  switch (operation.kind) {
    case 'add':
      return backend.addThought(operation.textID, operation.text);
    case 'edit':
      return backend.editThought(operation.textID, operation.text);
    case 'delete':
      return backend.deleteThought(operation.textID);
  }
}

/** Some backends never answer while offline; a silence counts as a passing problem. */
function withinLimit(answer: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Problem('unavailable')), ANSWER_LIMIT);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
