import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { FirebaseSettings } from './firebase-settings.ts';

/** Milliseconds before each further try. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000];

const ANSWER_TIMEOUT_MS = 60_000;

/** What a service refuses with: bare, or as the first of an answer in parts. */
const Refusal = v.object({
  error: v.object({ status: v.optional(v.string()), message: v.string() }),
});
const RefusalAnswer = v.union([
  Refusal,
  v.pipe(
    v.tuple([Refusal]),
    v.transform(([first]) => first),
  ),
]);

/** A refusal that may be none the next time: contention, a limit, or an outage. */
class TransientError extends Error {}

/** Calls a service of Google's in JSON: with a body by POST, else by GET. */
export type GoogleCall = (url: string, body?: object) => Promise<unknown>;

/** Makes calls with the right to a project. They reject with a message for the operator. */
export function createGoogleCall({ project, token }: FirebaseSettings): GoogleCall {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-goog-user-project': project,
  };
  return async (url, body) => {
    const { hostname } = new URL(url);
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new TransientError(`${hostname} can’t be reached.`, { cause });
    });
    const text = await response.text().catch((cause: unknown) => {
      throw new TransientError(`${hostname} broke off its answer.`, { cause });
    });
    if (response.ok) return JSON.parse(text);
    const message = `${hostname} refuses: ${reasonOf(text) ?? `status ${response.status}`}`;
    throw isTransient(response.status) ? new TransientError(message) : new Error(message);
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
function isTransient(status: number): boolean {
  return status === 409 || status === 429 || status >= 500;
}

function reasonOf(text: string): string | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), RefusalAnswer), text);
  if (!read.success) return null;
  const { status, message } = read.output.error;
  return status === undefined ? message : `${status}: ${message}`;
}
