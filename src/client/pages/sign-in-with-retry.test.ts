import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import { signInWithRetry } from './sign-in-with-retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a sign-in', () => {
  test('that fails for the moment is tried three times and fails after 600 ms', async () => {
    const { signIn, failedAt } = start(['unavailable', 'internal', 'unavailable', 'unavailable']);
    await vi.runAllTimersAsync();
    expect(signIn).toHaveBeenCalledTimes(3);
    expect(failedAt()).toBe(600);
  });

  test('that succeeds at the second try has not failed', async () => {
    const { signIn, failedAt } = start(['unavailable']);
    await vi.runAllTimersAsync();
    expect(signIn).toHaveBeenCalledTimes(2);
    expect(failedAt()).toBeUndefined();
  });

  test('that is refused is tried once, and is under way for 600 ms all the same', async () => {
    const { signIn, failedAt } = start(['forbidden']);
    await vi.runAllTimersAsync();
    expect(signIn).toHaveBeenCalledOnce();
    expect(failedAt()).toBe(600);
  });

  test('is not tried again before the server wants it to be', async () => {
    const { signIn, failedAt } = start(['too-many-requests'], 30_000);
    await vi.runAllTimersAsync();
    expect(signIn).toHaveBeenCalledOnce();
    expect(failedAt()).toBe(600);
  });

  test('that took its time to fail has been seen long enough', async () => {
    const { signIn, failedAt } = start(['unavailable'], 0, 10_000);
    await vi.runAllTimersAsync();
    expect(signIn).toHaveBeenCalledOnce();
    expect(failedAt()).toBe(10_000);
  });
});

/** Signs in where the first tries fail; remembers when it failed for good, in ms from now. */
function start(failures: ProblemCode[], retryAfter = 0, duration = 0) {
  const began = performance.now();
  let failedAt: number | undefined;
  const signIn = vi.fn<() => Promise<void>>(async () => {
    const code = failures.shift();
    await new Promise((resolve) => {
      setTimeout(resolve, duration);
    });
    if (code !== undefined) throw new Problem(code, { retryAfter });
  });
  signInWithRetry(signIn).catch(() => {
    failedAt = performance.now() - began;
  });
  return { signIn, failedAt: () => failedAt };
}
