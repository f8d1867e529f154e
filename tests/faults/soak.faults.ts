import { expect, test } from 'vitest';
import { startLoggedBoard } from '#tests/faults/support/logged-board.ts';
import { growthOf } from '#tests/faults/support/memory-growth.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { soak } from '#tests/faults/trials/soak.ts';

const MINUTE = 60_000;
/** Growth that counts as flat, of what the values in use need and of the whole process. */
const FLAT = 0.05;
/** Minutes below which the process is still warming up. */
const WARM_AFTER = 20;

const minutes = amountOf('SOAK_MINUTES', 60);

test(
  'a busy board needs no more memory after an hour than when it was warm',
  async () => {
    const { board, readLog } = await startLoggedBoard();
    const trial = startTrial('soak');
    const { samples, failures, lostStreams, secrets } = await soak(trial, {
      board,
      duration: minutes * MINUTE,
      interval: MINUTE,
      streams: amountOf('STREAMS', 200),
      // Half of them are posts.
      rate: 10,
    });
    const heap = growthOf(samples, 'heap');
    const resident = growthOf(samples, 'resident');
    trial.report(
      `${minutes} minutes: the heap grew by ${percent(heap)}, the process by ${percent(resident)}`,
    );
    expect([failures, lostStreams]).toEqual([[], 0]);
    const log = readLog();
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
    expect(log).toContain('a sign-in failed');
    const limit = minutes < WARM_AFTER ? Infinity : FLAT;
    expect(heap).toBeLessThan(limit);
    expect(resident).toBeLessThan(limit);
  },
  // Some minutes besides, for its beginning and its end.
  (minutes + 10) * MINUTE,
);

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
