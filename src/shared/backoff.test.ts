import { expect, test, vi } from 'vitest';
import { backoffDelay, MAX_BACKOFF_MS, retry } from './backoff.ts';
import { Problem } from './problem.ts';

test.for([
  [1, 500, 1_000],
  [5, 8_000, 16_000],
  [6, 16_000, MAX_BACKOFF_MS],
  [60, 16_000, MAX_BACKOFF_MS],
] as const)('before retry %i all clients wait, but not together', ([attempt, min, max]) => {
  const delays = Array.from({ length: 500 }, () => backoffDelay(attempt)).toSorted((a, b) => a - b);
  expect(delays[0]).toBeGreaterThanOrEqual(min);
  expect(delays.at(-1)).toBeLessThanOrEqual(max);
  expect((delays.at(-1) ?? 0) - (delays[0] ?? 0)).toBeGreaterThan((max - min) / 2);
});

test('a requested wait of a month is cut to a minute', async () => {
  vi.useFakeTimers();
  const task = vi.fn<() => Promise<void>>(async () => {
    throw new Problem('unavailable', { retryAfter: 2_592_000_000 });
  });
  void retry(new AbortController().signal, task);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(task).toHaveBeenCalledTimes(2);
});
