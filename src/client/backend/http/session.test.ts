import { expect, onTestFinished, test, vi } from 'vitest';
import type { User } from '#shared/user.ts';
import { createAnsweringBrowser } from '#tests/setup/browser.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { followSession } from './session.ts';

test('a refresh during a request asks again, and the older answer is ignored', async () => {
  const { session, answers, known } = openSession();
  session.refresh();
  expect(answers).toHaveLength(2);
  answers[1]?.(null);
  await vi.waitFor(() => expect(known).toEqual([null]));
  answers[0]?.(SAMPLE_USER);
  await untilTaken();
  expect(known).toEqual([null]);
});

test('an answer from before the session ended signs nobody in', async () => {
  const { session, answers } = openSession();
  session.end();
  answers[0]?.(SAMPLE_USER);
  await untilTaken();
  expect(session.user()).toBeNull();
});

test('a returning reader is asked about at once after a failure, and only then', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { answers, failures, comeBack } = openSession();
  comeBack();
  expect(answers).toHaveLength(1);
  failures[0]?.(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(0);
  comeBack();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(2);
});

/** A session whose answers the test gives, in any order. */
function openSession() {
  const answers: ((user: User | null) => void)[] = [];
  const known: (User | null)[] = [];
  const failures: ((error: Error) => void)[] = [];
  const reader = new EventTarget();
  const browser = {
    ...createAnsweringBrowser(
      () =>
        new Promise((resolve, reject) => {
          answers.push((user) => resolve(Response.json({ user })));
          failures.push(reject);
        }),
    ),
    onPresenceChange: (listener: () => void) => {
      reader.addEventListener('presence', listener);
      return () => reader.removeEventListener('presence', listener);
    },
  };
  const session = followSession(browser);
  session.onChange((user) => known.push(user));
  return {
    session,
    answers,
    failures,
    known,
    comeBack: () => reader.dispatchEvent(new Event('presence')),
  };
}

/** Waits until an answer that is there has been read. */
async function untilTaken(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
