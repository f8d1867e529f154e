import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacedTask } from './paced-task.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('runs at once when idle, and again at once when the last run cost nothing', () => {
  const { task, paced } = setUp();
  for (let runs = 1; runs <= 3; runs += 1) {
    paced.request();
    vi.advanceTimersByTime(0);
    expect(task).toHaveBeenCalledTimes(runs);
  }
  vi.advanceTimersByTime(10_000);
  expect(task).toHaveBeenCalledTimes(3);
});

test.for([
  { took: 6, pause: 6 },
  { took: 400, pause: 15 },
])('after a run of $took ms, requests of the next $pause ms run together', ({ took, pause }) => {
  const { task, paced } = setUp();
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(took);
  paced.request();
  vi.advanceTimersByTime(0);
  for (let ms = 1; ms < pause; ms += 1) {
    paced.request();
    vi.advanceTimersByTime(1);
  }
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
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

test('leaves no timer behind when it is cancelled in its pause', () => {
  const { task, paced } = setUp();
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(6);
  paced.request();
  vi.advanceTimersByTime(0);
  expect(vi.getTimerCount()).toBe(1);
  paced.cancel();
  expect(vi.getTimerCount()).toBe(0);
  expect(task).toHaveBeenCalledTimes(1);
});

function setUp() {
  const task = vi.fn<() => void>();
  const onError = vi.fn<(error: unknown) => void>();
  return { task, onError, paced: createPacedTask(task, onError) };
}
