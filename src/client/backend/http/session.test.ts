import { expect, test, vi } from 'vitest';
import type { User } from '#shared/user.ts';
import { holdAnswers } from '#tests/server/gate.ts';
import { createAnsweringBrowser } from '#tests/client/browser.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { followSession } from './session.ts';

test('what another tab does is asked about during a request, whose answer is ignored', async () => {
  const { held, known, happen } = openSession([SAMPLE_USER, null]);
  happen('account');
  expect(held).toHaveLength(2);
  await held[1]?.give();
  await vi.waitFor(() => expect(known).toEqual([null]));
  await held[0]?.give();
  expect(known).toEqual([null]);
});

test('an answer from before the session ended signs nobody in', async () => {
  const { session, held } = openSession([SAMPLE_USER]);
  session.end();
  await held[0]?.give();
  expect(session.user()).toBeNull();
});

test('a returning reader is asked about at once after a failure, and only then', async () => {
  const { held, happen } = openSession([null, null]);
  happen('presence');
  expect(held).toHaveLength(1);
  await held[0]?.fail(new TypeError('Failed to fetch'));
  happen('presence');
  await held[1]?.give();
  happen('presence');
  expect(held).toHaveLength(2);
});

test('while nobody answers, who is signed in is asked about at least every five seconds', async () => {
  vi.useFakeTimers();
  const asked: number[] = [];
  const browser = createAnsweringBrowser(() => {
    asked.push(Date.now());
    return new Response('', { status: 503 });
  });
  followSession(browser);
  await vi.advanceTimersByTimeAsync(120_000);
  const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  expect(Math.max(...waits)).toBeLessThanOrEqual(5_000);
});

/** A session over a server that gives these answers when the test lets it, in a browser where things happen. */
function openSession(users: (User | null)[]) {
  const { ask, held } = holdAnswers(() => Response.json({ user: users.shift() }));
  const known: (User | null)[] = [];
  const reader = new EventTarget();
  const session = followSession(createAnsweringBrowser(ask, reader));
  session.onChange((user) => known.push(user));
  const happen = (event: string) => reader.dispatchEvent(new Event(event));
  return { session, held, known, happen };
}
