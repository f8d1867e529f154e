import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacedTask } from './paced-task.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] }));
afterEach(() => void vi.useRealTimers());

test('runs at once when idle, and requests of the next 15 ms together at their end', () => {
  const { task, paced } = setUp();
  paced.request();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 10; n += 1) {
    paced.request();
    vi.advanceTimersByTime(1);
  }
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(15);
  expect(task).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(task).toHaveBeenCalledTimes(2);
});

test('runs again a second after it failed, without another request', () => {
  const { task, paced, onError } = setUp();
  task.mockImplementationOnce(() => {
    throw new Error('The disk is away.');
  });
  paced.request();
  vi.advanceTimersByTime(1);
  expect(onError).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(990);
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(20);
  expect(task).toHaveBeenCalledTimes(2);
});

test('runs no more once it is cancelled', () => {
  const { task, paced } = setUp();
  paced.request();
  paced.cancel();
  paced.request();
  vi.advanceTimersByTime(10_000);
  expect(task).not.toHaveBeenCalled();
});

function setUp() {
  const task = vi.fn<() => void>();
  const onError = vi.fn<(error: unknown) => void>();
  return { task, onError, paced: createPacedTask(task, onError) };
}
