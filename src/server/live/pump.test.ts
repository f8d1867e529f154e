import { beforeEach, expect, test, vi } from 'vitest';
import { createPump } from './pump.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] }));

test('runs again a second after a failure, which is reported once until it succeeds', async () => {
  const { task, pump, onError } = setUp();
  for (const reasons of [['away', 'full', 'away'], ['full']]) {
    for (const reason of reasons) task.mockRejectedValueOnce(new Error(reason));
    pump.request();
    await vi.advanceTimersByTimeAsync(990 * reasons.length);
    expect(task).toHaveBeenCalledTimes(reasons.length);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(task).toHaveBeenCalledTimes(reasons.length + 1);
    task.mockClear();
  }
  expect(onError.mock.calls).toEqual([[new Error('away')], [new Error('full')]]);
});

function setUp() {
  const task = vi.fn<() => Promise<void>>(async () => {});
  const onError = vi.fn<(error: unknown) => void>();
  return { task, onError, pump: createPump(task, onError) };
}
