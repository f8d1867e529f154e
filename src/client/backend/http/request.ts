import * as v from 'valibot';
import { Problem } from '#shared/problem.ts';
import { ProblemBody } from '#shared/wire.ts';
import type { Browser } from './browser.ts';

/** Milliseconds after which an answer counts as lost. */
const PATIENCE = 15_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Content {
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Sends one request to our server and returns the answer's JSON, undefined when it has no body.
 * Rejects with a `Problem`: the server's own, or `unavailable` when no answer came.
 */
export async function send(
  { fetch }: Browser,
  [method, path]: readonly [Method, string],
  { body, headers = {} }: Content = {},
): Promise<unknown> {
  const response = await fetch(path, {
    method,
    signal: AbortSignal.timeout(PATIENCE),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new Problem('unavailable', { cause });
  });
  if (response.status === 204) return undefined;
  const answer: unknown = await response.json().catch((cause: unknown) => {
    throw new Problem('unavailable', { cause });
  });
  if (response.ok) return answer;
  const problem = v.safeParse(ProblemBody, answer);
  // A proxy in between answers in its own words; only its status class is to be trusted.
  throw new Problem(problem.success ? problem.output.code : 'unavailable');
}
