import { retry } from '#shared/backoff.ts';
import { Problem, type ProblemCode } from '#shared/problem.ts';
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

/** What a refusal gives back. */
export interface Refusal {
  operation: Operation;
  /** The last text that was typed for the thought, null when none was. */
  text: string | null;
  reason: unknown;
}

/**
 * Makes the outbox over a person's book and sends what was left over. Each thought's operations go
 * one after the other; a repeat is harmless, because every operation names its thought by id.
 */
export function createOutbox(
  backend: Writer,
  ledger: Ledger,
  onRefused: (refusal: Refusal) => void,
): Outbox {
  let round = { ending: new AbortController(), sending: new Set<string>() };

  /** Sends a thought's first operation; tells whether to go on with the next. */
  const sendNext = async (textID: string, signal: AbortSignal): Promise<boolean> => {
    const operation = ledger.next(textID);
    if (operation === undefined) return false;
    try {
      await retry(signal, async () => {
        // Between two tries another tab may have sent it, or a delete have overtaken it.
        if (isDue(ledger, operation)) await withinLimit(perform(backend, operation));
      });
      if (signal.aborted) return false;
    } catch (error) {
      // Signed out is nobody's refusal: the operation waits for its person to come back.
      if (signal.aborted || codeOf(error) === 'signed-out') return false;
      if (isDue(ledger, operation) && !isSaved(operation, error)) {
        console.error(`The ${operation.kind} of a thought was refused`, error);
        onRefused({ operation, text: strike(ledger, textID), reason: error });
        return false;
      }
    }
    if (isDue(ledger, operation)) ledger.accept(operation);
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
  const sendWaiting = (): void => ledger.textIDs().forEach((textID) => void sendAll(textID));

  sendWaiting();
  // A tab that was closed leaves its operations to the others.
  const timer = setInterval(sendWaiting, ANSWER_LIMIT);

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
    close: () => {
      clearInterval(timer);
      round.ending.abort();
    },
  };
}

function isDue(ledger: Ledger, operation: Operation): boolean {
  const next = ledger.next(operation.textID);
  return next?.kind === operation.kind && next.at === operation.at;
}

/** What was asked for after a refused step has no ground to stand on; its last text is returned. */
function strike(ledger: Ledger, textID: string): string | null {
  const typed = ledger.strike(textID).findLast(({ kind }) => kind !== 'delete');
  return typed !== undefined && 'text' in typed ? typed.text : null;
}

/** Nobody else can have drawn a thought's id: an earlier try arrived, and was edited since. */
function isSaved({ kind }: Operation, error: unknown): boolean {
  return kind === 'add' && codeOf(error) === 'conflict';
}

function codeOf(error: unknown): ProblemCode | undefined {
  return error instanceof Problem ? error.code : undefined;
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
