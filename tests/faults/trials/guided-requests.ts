import * as fc from 'fast-check';
import type { BoardProcess } from '#tests/faults/support/board-process.ts';
import {
  createHostileSender,
  type BadRequestOutcome,
} from '#tests/faults/support/hostile-sender.ts';
import { hostileRequest } from '#tests/faults/support/hostile-requests.ts';
import { mutatedRequest, soundRequests } from '#tests/faults/support/mutated-requests.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface GuidedOptions {
  board: BoardProcess;
  cookie: string;
  count: number;
}

export interface GuidedOutcome extends BadRequestOutcome {
  /** Ways through the server's functions that a changed request was the first to take. */
  found: number;
  /** Requests that were kept to be changed further, because they took a new way. */
  kept: number;
}

/** How many drawn requests the changed ones begin with, besides the sound ones. */
const DRAWN = 100;

/**
 * Sends requests that are changed again and again, and changes those further that took a new way
 * through the server's functions: so they get behind checks that no drawn request passes.
 */
export async function sendGuidedRequests(
  { seed, random, progress, report }: Trial,
  { board, cookie, count }: GuidedOptions,
): Promise<GuidedOutcome> {
  const sender = createHostileSender({ origin: board.origin, cookie });
  const [first, ...others] = soundRequests();
  if (first === undefined) throw new Error('There is nothing to change.');
  const corpus: [typeof first, ...(typeof first)[]] = [first, ...others];
  corpus.push(...fc.sample(hostileRequest, { numRuns: DRAWN, seed }));
  await board.newCoverage();
  for (const request of corpus) await sender.send(request);
  const known = await board.newCoverage();
  const begun = corpus.length;
  let found = 0;
  for (let sent = 0; sent < count; sent += 1) {
    const request = mutatedRequest(random, corpus);
    await sender.send(request);
    const ways = await board.newCoverage();
    if (ways > 0) corpus.push(request);
    found += ways;
    progress(() => `${sent} of ${count} requests, ${corpus.length - begun} kept`);
  }
  sender.close();
  const kept = corpus.length - begun;
  report(
    `${count} changed requests: ${found} ways through functions beyond the ${known} known before, ` +
      `${kept} requests kept, answers by status: ${JSON.stringify(sender.outcome.statuses)}`,
  );
  return { ...sender.outcome, found, kept };
}
