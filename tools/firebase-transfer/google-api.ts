import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { messageOf } from '#server/errors/error-message.ts';

/** A Firebase project, and the right to it. */
export interface FirebaseSettings {
  project: string;
  /** An access token of Google's. */
  token: string;
  /** Where the two services are. */
  firestore: string;
  identity: string;
}

/** Milliseconds before each further try. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000];
const ANSWER_TIMEOUT_MS = 60_000;

/** What a service refuses with; an answer in parts has it as one of them. */
const Refusal = v.object({ error: v.object({ code: v.number(), message: v.string() }) });
const Answer = v.pipe(v.string(), v.parseJson());

/** A failure that may be none the next time: contention, a limit, or an outage. */
class TransientError extends Error {}

/**
 * Calls a service of Google's in JSON, with a body by POST, else by GET; resolves with an answer of
 * the form that is given, and rejects with a message for the operator.
 */
export type GoogleCall = <Schema extends v.GenericSchema>(
  schema: Schema,
  url: string,
  body?: object,
) => Promise<v.InferOutput<Schema>>;

/** Makes calls with the right to a project. */
export function createGoogleCall({ project, token }: FirebaseSettings): GoogleCall {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-goog-user-project': project,
  };
  return async (schema, url, body) => {
    const { hostname } = new URL(url);
    const { status, text } = await send(url, {
      headers,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const { output: answer } = v.safeParse(Answer, text);
    const parts: unknown[] = Array.isArray(answer) ? answer : [answer];
    const refusal = parts.find((part) => v.is(Refusal, part));
    if (refusal !== undefined) {
      const { code, message } = refusal.error;
      throw failure(code, `${hostname} refuses: ${message}`);
    }
    const read = v.safeParse(schema, answer);
    if (status === 200 && read.success) return read.output;
    const code = status === 200 ? 500 : status;
    throw failure(code, `${hostname} gave no answer of its own: ${status}`);
  };
}

async function send(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, request);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    // Node says only that a fetch failed; why, its cause says.
    const reason = messageOf(error instanceof Error ? (error.cause ?? error) : error);
    throw new TransientError(`${new URL(url).hostname} can’t be reached: ${reason}`);
  }
}

/** Does a task that may be done again, and again after a pause if it failed for a while. */
export async function withRetries<Result>(task: () => Promise<Result>): Promise<Result> {
  for (const pause of PAUSES_MS) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      await sleep(pause);
    }
  }
  return task();
}

/** 409 is what Firestore answers to a transaction that met another. */
function failure(code: number, message: string): Error {
  const isTransient = code === 409 || code === 429 || code >= 500;
  return isTransient ? new TransientError(message) : new Error(message);
}
