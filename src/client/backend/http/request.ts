import * as v from 'valibot';
import { Problem } from '#shared/problem.ts';
import { AUTHOR_HEADER, ProblemBody } from '#shared/wire.ts';
import type { Browser } from './browser.ts';

const REQUEST_TIMEOUT_MS = 15_000;

const JSONText = v.pipe(v.string(), v.parseJson());

interface RequestOptions {
  body?: unknown;
  /** The uid that the request is meant for. */
  author?: string | undefined;
  signal?: AbortSignal;
}

export type Target = readonly ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string];

export type Send = (target: Target, options?: RequestOptions) => Promise<unknown>;

/** Sends a request; rejects with a `Problem`, or with the signal's reason when that was aborted. */
export async function send(
  { fetch }: Browser,
  [method, path]: Target,
  { body, author, signal }: RequestOptions = {},
): Promise<unknown> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const fail = (cause: unknown): never => {
    signal?.throwIfAborted();
    throw new Problem('unavailable', { cause });
  };
  const response = await fetch(path, {
    method,
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    headers: {
      ...(author !== undefined && { [AUTHOR_HEADER]: author }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: JSON.stringify(body),
  }).catch(fail);
  const answer = v.safeParse(JSONText, await response.text().catch(fail));
  if (response.ok) return answer.output;
  // A proxy's error is not JSON, but its headers count.
  const parsed = v.safeParse(ProblemBody, answer.output);
  const seconds = Number(response.headers.get('retry-after'));
  throw new Problem(parsed.success ? parsed.output.code : 'unavailable', {
    retryAfter: seconds > 0 ? seconds * 1000 : 0,
    isForeign: !parsed.success && !isPassing(response.status),
  });
}

/** Whether a status that something other than the server answers is about the moment, and not about the request. */
function isPassing(status: number): boolean {
  return status >= 500 || [401, 407, 408, 425, 429].includes(status);
}

/** Parses an answer; one that does not fit came from something between us and our server. */
export function answerOf<T>(schema: v.GenericSchema<unknown, T>, answer: unknown): T {
  const parsed = v.safeParse(schema, answer);
  if (parsed.success) return parsed.output;
  const cause = new v.ValiError(parsed.issues);
  // No screen shows this failure.
  console.info('An answer did not come from the server', cause);
  throw new Problem('unavailable', { cause, isForeign: true });
}
