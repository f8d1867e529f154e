import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { messageOf } from '#server/errors/error-message.ts';

/** A Firebase project, an access token with the right to it, and where its two services are. */
export interface FirebaseSettings {
  project: string;
  token: string;
  firestore: string;
  identity: string;
}

const PAUSES_MS = [500, 1_000, 2_000, 4_000];
const ANSWER_TIMEOUT_MS = 60_000;

/** What a service refuses with; an answer in parts has it as one of them. */
const Refusal = v.object({ error: v.object({ code: v.number(), message: v.string() }) });
const Answer = v.pipe(v.string(), v.parseJson());

/** A failure that may be none the next time: contention, a limit, or an outage. */
class TransientError extends Error {}

/** Calls a service of Google's by POST with a body, else by GET; rejects in words for the operator. */
export type GoogleCall = <Schema extends v.GenericSchema>(
  schema: Schema,
  url: string,
  body?: object,
) => Promise<v.InferOutput<Schema>>;

export function createGoogleCall({ project, token }: FirebaseSettings): GoogleCall {
  const authorization = `Bearer ${token}`;
  const json = { 'content-type': 'application/json' };
  return async (schema, url, body) => {
    const { hostname } = new URL(url);
    const [status, text] = await fetch(url, {
      headers: { ...json, authorization, 'x-goog-user-project': project },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
      .then(async (answer) => [answer.status, await answer.text()] as const)
      .catch((error: unknown) => {
        // Node says only that a fetch failed; why, its cause says.
        const reason = messageOf(error instanceof Error ? (error.cause ?? error) : error);
        throw new TransientError(`${hostname} can’t be reached: ${reason}`);
      });
    const { output: answer } = v.safeParse(Answer, text);
    const parts: unknown[] = Array.isArray(answer) ? answer : [answer];
    const refusal = parts.find((part) => v.is(Refusal, part))?.error;
    if (refusal !== undefined)
      throw failure(refusal.code, `${hostname} refuses: ${refusal.message}`);
    const read = v.safeParse(schema, answer);
    if (status === 200 && read.success) return read.output;
    throw failure(
      status === 200 ? 500 : status,
      `${hostname} gave no answer of its own: ${status}`,
    );
  };
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
