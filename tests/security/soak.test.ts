import { expect, test } from 'vitest';
import { startLoggedBoard } from '#tests/faults/support/logged-board.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { soak } from '#tests/faults/trials/soak.ts';

/** MiB by which the values in use may grow in seconds: caches that fill, and no more. */
const GROWTH = 24;

test('a busy board fails nobody, ends no stream, and logs no secret', async () => {
  const { board, readLog } = await startLoggedBoard();
  const { samples, failures, lostStreams, arrived, secrets } = await soak(startTrial('soak'), {
    board,
    duration: 6_000,
    interval: 2_000,
    streams: 100,
    rate: 20,
  });
  expect([failures, lostStreams]).toEqual([[], 0]);
  const log = readLog();
  expect(arrived).toBeGreaterThan(0);
  expect((samples.at(-1)?.heap ?? 0) - (samples[0]?.heap ?? 0)).toBeLessThan(GROWTH);
  expect(log).toContain('a sign-in failed');
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
}, 120_000);
