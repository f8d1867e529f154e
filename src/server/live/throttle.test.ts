import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGate } from '#server/testing/gate.ts';
import { createThrottle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('runs at once when idle, and again at once when the last run cost nothing', async () => {
  const { task, throttle } = setUp();
  vi.spyOn(performance, 'now').mockReturnValue(0);
  for (let runs = 1; runs <= 3; runs += 1) {
    throttle.request();
    await vi.advanceTimersByTimeAsync(0);
    expect(task).toHaveBeenCalledTimes(runs);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(task).toHaveBeenCalledTimes(3);
});

test.for([
  { took: 6, pause: 6 },
  { took: 400, pause: 15 },
])(
  'after a run of $took ms, requests of the next $pause ms run together',
  async ({ took, pause }) => {
    const { task, throttle } = setUp();
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(took);
    throttle.request();
    await vi.advanceTimersByTimeAsync(0);
    for (let ms = 1; ms < pause; ms += 1) {
      throttle.request();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(task).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(task).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(task).toHaveBeenCalledTimes(2);
  },
);

test('runs again a second after it failed, without another request', async () => {
  const { task, throttle, onError } = setUp();
  task.mockRejectedValueOnce(new Error('The disk is away.'));
  throttle.request();
  await vi.advanceTimersByTimeAsync(1);
  expect(onError).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(990);
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(task).toHaveBeenCalledTimes(2);
});

test('tells why it fails once for each reason, until it succeeds', async () => {
  const { task, throttle, onError } = setUp();
  for (const reasons of [['away', 'away', 'full'], ['full']]) {
    for (const reason of reasons) task.mockRejectedValueOnce(new Error(reason));
    throttle.request();
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(onError.mock.calls).toEqual([['away'], ['full'], ['full']]);
});

test('runs no more once it is cancelled', async () => {
  const { task, throttle } = setUp();
  throttle.request();
  throttle.cancel();
  throttle.request();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(task).not.toHaveBeenCalled();
});

test('leaves no timer behind when it is cancelled in its pause', async () => {
  const { task, throttle } = setUp();
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(6);
  throttle.request();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(1);
  throttle.cancel();
  expect(vi.getTimerCount()).toBe(0);
  expect(task).toHaveBeenCalledTimes(1);
});

test('requests while the task runs have it run once more', async () => {
  const { task, throttle } = setUp();
  const gate = createGate();
  task.mockImplementationOnce(gate.pass);
  throttle.request();
  await vi.advanceTimersByTimeAsync(0);
  throttle.request();
  throttle.request();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(task).toHaveBeenCalledTimes(1);
  gate.open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(task).toHaveBeenCalledTimes(2);
});

test.for([
  ['succeeds', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('The disk is away.'))],
] as const)(
  'leaves no timer behind, and tells nothing, when it is cancelled while a task runs that then %s',
  async ([, end]) => {
    const { task, throttle, onError } = setUp();
    const gate = createGate();
    task.mockImplementationOnce(() => gate.pass().then(end));
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(6);
    throttle.request();
    await vi.advanceTimersByTimeAsync(0);
    throttle.cancel();
    gate.open();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(task).toHaveBeenCalledTimes(1);
    expect(onError).not.toHaveBeenCalled();
  },
);

function setUp() {
  const task = vi.fn<() => Promise<void>>(async () => {});
  const onError = vi.fn<(reason: string) => void>();
  return { task, onError, throttle: createThrottle(task, onError) };
}
