import * as fc from 'fast-check';
import {
  createHostileSender,
  type BadRequestOutcome,
  type HostileSenderOptions,
} from '#tests/faults/support/hostile-sender.ts';
import { hostileRequest } from '#tests/faults/support/hostile-requests.ts';
import { forEachOf } from '#tests/faults/support/pause.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface BadRequestOptions extends HostileSenderOptions {
  count: number;
}

const CHUNK = 1_000;

/** Sends generated requests to a real server, as the person the cookie belongs to. */
export async function sendBadRequests(
  { seed, progress, report }: Trial,
  { origin, cookie, count }: BadRequestOptions,
): Promise<BadRequestOutcome> {
  const sender = createHostileSender({ origin, cookie });
  for (let sent = 0; sent < count; sent += CHUNK) {
    const chunk = Math.min(CHUNK, count - sent);
    const requests = fc.sample(hostileRequest, { numRuns: chunk, seed: seed + sent });
    await forEachOf(requests, sender.width, sender.send);
    progress(() => `${sent + chunk} of ${count} requests`);
  }
  sender.close();
  const { outcome } = sender;
  report(`${count} requests, answers by status: ${JSON.stringify(outcome.statuses)}`);
  return outcome;
}
