import { beforeEach, expect, test, vi } from 'vitest';
import { createGate } from '#server/testing/gate.ts';
import { coalesce, createPump } from './pump.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] }));
test('runs at once when idle, and again at once when the last run cost nothing', async () => {
  const { task, pump } = setUp();
  vi.spyOn(performance, 'now').mockReturnValue(0);
  for (let runs = 1; runs <= 3; runs += 1) {
    pump.request();
    await vi.advanceTimersByTimeAsync(0);
    expect(task).toHaveBeenCalledTimes(runs);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(task).toHaveBeenCalledTimes(3);
});

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

test('runs no more once it is cancelled', async () => {
  const { task, pump } = setUp();
  pump.request();
  pump.cancel();
  pump.request();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(task).not.toHaveBeenCalled();
});

test('callers during a coalesced run share the next run', async () => {
  vi.useRealTimers();
  const gates = [createGate(), createGate()];
  let runs = 0;
  const ask = coalesce(async () => {
    runs += 1;
    await gates[runs - 1]?.pass();
  });
  const first = ask();
  await gates[0]?.reached;
  const later = [ask(), ask(), ask()];
  gates[0]?.open();
  await first;
  gates[1]?.open();
  await Promise.all(later);
  expect(runs).toBe(2);
});

function setUp() {
  const task = vi.fn<() => Promise<void>>(async () => {});
  const onError = vi.fn<(error: unknown) => void>();
  return { task, onError, pump: createPump(task, onError) };
}
