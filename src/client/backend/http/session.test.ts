import { expect, test, vi } from 'vitest';
import type { User } from '#shared/user.ts';
import { createAnsweringBrowser } from '#tests/setup/answering-browser.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { followSession } from './session.ts';

test('a refresh while an answer is under way asks again, and the older answer does not count', async () => {
  const { session, answers, known } = openSession();
  session.refresh();
  expect(answers).toHaveLength(2);
  answers[1]?.(null);
  await vi.waitFor(() => expect(known).toEqual([null]));
  answers[0]?.(SAMPLE_USER);
  await untilTaken();
  expect(known).toEqual([null]);
});

test('an answer from before the session ended brings nobody back', async () => {
  const { session, answers } = openSession();
  session.end();
  answers[0]?.(SAMPLE_USER);
  await untilTaken();
  expect(session.user()).toBeNull();
});

test('the session is asked for again when the account may have changed elsewhere', () => {
  const { answers, changeAccount } = openSession();
  changeAccount();
  expect(answers).toHaveLength(2);
});

test('while a retry waits, the session is asked for at once when somebody comes to look', async () => {
  vi.useFakeTimers();
  const presence = new EventTarget();
  const page = { isVisible: true };
  const answers = [
    new Response(null, { status: 503, headers: { 'retry-after': '60' } }),
    Response.json({ user: SAMPLE_USER }),
  ];
  const answer = vi.fn<() => Response>(() => answers.shift() ?? Response.error());
  const session = followSession({
    ...createAnsweringBrowser(answer),
    isVisible: () => page.isVisible,
    onPresenceChange: (listener) => {
      presence.addEventListener('change', listener);
      return () => presence.removeEventListener('change', listener);
    },
  });
  const change = async (isVisible: boolean): Promise<void> => {
    page.isVisible = isVisible;
    presence.dispatchEvent(new Event('change'));
    await vi.advanceTimersByTimeAsync(0);
  };
  // The first request is still under way.
  await change(true);
  expect(answer).toHaveBeenCalledOnce();
  await change(false);
  expect(answer).toHaveBeenCalledOnce();
  await change(true);
  expect(session.user()).toEqual(SAMPLE_USER);
  await change(true);
  expect(answer).toHaveBeenCalledTimes(2);
});

/** A session whose answers the test gives, in any order. */
function openSession() {
  const answers: ((user: User | null) => void)[] = [];
  const known: (User | null)[] = [];
  const account = new EventTarget();
  const session = followSession({
    ...createAnsweringBrowser(
      () =>
        new Promise((resolve) => {
          answers.push((user) => resolve(Response.json({ user })));
        }),
    ),
    onAccountChange: (listener) => account.addEventListener('change', listener),
  });
  session.onChange((user) => known.push(user));
  return {
    session,
    answers,
    known,
    changeAccount: () => account.dispatchEvent(new Event('change')),
  };
}

/** Waits until an answer that is there has been read. */
async function untilTaken(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
