import * as v from 'valibot';
import { summarizeError } from '#server/errors/error-message.ts';

/** A Firebase project, an access token for it, and the URLs of its two services. */
export interface FirebaseSettings {
  project: string;
  token: string;
  firestore: string;
  identity: string;
}

const ANSWER_TIMEOUT_MS = 60_000;

/** A service's error; in an answer of several parts, one of the parts. */
const Refusal = v.object({ error: v.object({ message: v.string() }) });
const Answer = v.fallback(v.pipe(v.string(), v.parseJson()), null);

/** Calls a Google service, with a body by POST, else by GET; rejects with a message for the operator. */
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
    const response = await fetch(url, {
      headers: { ...json, authorization, 'x-goog-user-project': project },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Error(`${hostname} can’t be reached: ${summarizeError(error)}`);
    });
    const answer = v.parse(Answer, await response.text());
    const refusal = [answer].flat().find((part) => v.is(Refusal, part));
    if (refusal !== undefined)
      throw new Error(`${hostname} refused the call: ${refusal.error.message}`);
    const read = v.safeParse(schema, answer);
    if (response.ok && read.success) return read.output;
    throw new Error(`${hostname} gave an unexpected answer: status ${response.status}`);
  };
}
