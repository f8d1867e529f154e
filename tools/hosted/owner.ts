import { backoffDelay, pause } from '#shared/backoff.ts';
import type { Service } from './hosting.ts';

/** How often a call is made before what is in its way counts as an error. */
const MAX_ATTEMPTS = 5;

const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' };

/**
 * Makes a call of an emulator as the project's owner, whom no rules concern; resolves with the answer. A call that
 * Firestore aborts is made again: open pages may write at the same time.
 */
export async function callAsOwner(
  { host, port }: Service,
  call: `${'DELETE' | 'GET' | 'POST' | 'PUT'} ${string}`,
  body?: object,
) {
  const [method = '', path] = call.split(' ');
  const init = {
    method,
    headers: OWNER,
    ...(body && { body: JSON.stringify(body) }),
  };
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`http://${host}:${port}${path}`, init);
    const answer = await response.text();
    if (response.ok) return JSON.parse(answer);
    const isAborted = response.status === 409 && answer.includes('"ABORTED"');
    if (!isAborted || attempt === MAX_ATTEMPTS)
      throw new Error(`${path}: ${response.status} ${answer}`);
    await pause(backoffDelay(attempt));
  }
}
