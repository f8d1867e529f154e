import { PATHS } from '#shared/wire.ts';
import { knownShapes, mutatedShape } from '#tests/faults/support/broken-http.ts';
import { forEachOf } from '#tests/faults/support/pause.ts';
import { sendRaw } from '#tests/faults/support/raw-http.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface BrokenHTTPOptions {
  origin: string;
  /** How many changed shapes follow the known ones. */
  changed: number;
}

/** What the server made of bytes that are no sound HTTP. */
export interface BrokenHTTPOutcome {
  /** The kinds of bytes that were answered 5xx. */
  failed: string[];
  /** Times in ms that a sound request took meanwhile. */
  slowest: number;
  statuses: Record<number, number>;
}

const WIDTH = 20;
/** Milliseconds to wait for the answers to one connection. */
const TIMEOUT_MS = 400;

/** Sends known shapes of broken HTTP, then changed ones, while others keep asking. */
export async function sendBrokenHTTP(
  { random, progress, report }: Trial,
  { origin, changed }: BrokenHTTPOptions,
): Promise<BrokenHTTPOutcome> {
  const { host, port } = new URL(origin);
  const outcome: BrokenHTTPOutcome = { failed: [], slowest: 0, statuses: {} };
  const shapes = knownShapes(host);
  for (let count = 0; count < changed; count += 1) shapes.push(mutatedShape(random, host));
  let done = 0;
  await forEachOf(shapes, WIDTH, async ({ kind, bytes }) => {
    const { statuses } = await sendRaw({ port: Number(port), bytes, timeout: TIMEOUT_MS });
    for (const status of statuses) {
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
      if (status >= 500) outcome.failed.push(`${kind}: ${status}`);
    }
    done += 1;
    if (done % WIDTH === 0) outcome.slowest = Math.max(outcome.slowest, await timeHealth(origin));
    progress(() => `${done} of ${shapes.length} connections`);
  });
  report(
    `${shapes.length} connections, answers by status: ${JSON.stringify(outcome.statuses)}, ` +
      `slowest sound request ${outcome.slowest.toFixed(0)} ms`,
  );
  return outcome;
}

async function timeHealth(origin: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${origin}${PATHS.health}`);
  if (!answer.ok) throw new Error(`A sound request was answered ${answer.status}.`);
  await answer.body?.cancel();
  return performance.now() - began;
}
