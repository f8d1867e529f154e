import { vi } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import type { Visitor } from '#server/testing/sign-in.ts';
import type { Written } from './stored.ts';
import { startTrial, type Random } from './trial.ts';

const WRITERS = 8;
/** Longest wait, in ms, after the last acknowledgement: the crash falls into any step of a commit. */
const LONGEST_WAIT = 10;

export interface Crashes {
  name: string;
  rounds: number;
  /** Most acknowledgements in a storm before its crash. */
  largestStorm: number;
  /** Restarts what a crash has ended; resolves with the person who writes. */
  start: () => Promise<Visitor>;
  crash: () => Promise<unknown>;
  /** Describes how the stored thoughts differ after a crash from those written. */
  compare: (written: Written, random: Random) => string[];
}

/** Crashes again and again during writes; resolves with everything that was wrong. */
export async function crashInStorms(crashes: Crashes): Promise<string[]> {
  const { name, rounds, largestStorm, start, crash, compare } = crashes;
  const { random, report } = startTrial(name);
  const written: Written = { sent: new Set(), acknowledged: new Set() };
  const { acknowledged } = written;
  const differences: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const writer = await start();
    const count = acknowledged.size + 1 + random.below(largestStorm);
    const writers = Array.from({ length: WRITERS }, () => writeUntilGone(writer, written));
    const storm = Promise.all(writers);
    // A storm that ends early never gets there.
    let isOver = false;
    void storm.finally(() => (isOver = true)).catch(() => {});
    await vi.waitUntil(() => isOver || acknowledged.size >= count, { interval: 1 });
    await pause(random.below(LONGEST_WAIT));
    await crash();
    await storm;
    differences.push(...compare(written, random));
  }
  report(
    `${rounds} times, ${acknowledged.size} thoughts acknowledged, ` +
      `${differences.length} lost, doubled, strange or damaged`,
  );
  return differences;
}

/** Adds one thought after the other until the server is gone; rejects when one is refused. */
async function writeUntilGone(visitor: Visitor, { sent, acknowledged }: Written): Promise<void> {
  for (;;) {
    const textID = newId();
    sent.add(textID);
    const path = `${PATHS.thoughts}/${textID}`;
    const answer = await visitor.sendJSON('PUT', path, { text: textID }).catch(() => null);
    if (answer === null) return;
    if (answer.status !== 204) throw new Error(`The server answered ${answer.status}.`);
    acknowledged.add(textID);
  }
}
