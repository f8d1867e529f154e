// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { thisBrowser } from './browser.ts';

test('a network that changes, a page that is shown again and a computer that wakes count as a change of presence, a busy page does not', async () => {
  vi.useFakeTimers();
  const connection = new EventTarget();
  Object.assign(navigator, { connection });
  const listener = vi.fn<() => void>();
  thisBrowser({ onAccountChange: () => {}, onVersion: () => {} }).onPresenceChange(listener);
  const calls = () => listener.mock.calls.splice(0).length;
  connection.dispatchEvent(new Event('change'));
  expect(calls()).toBe(1);
  for (const type of ['online', 'offline', 'pageshow']) window.dispatchEvent(new Event(type));
  for (const type of ['visibilitychange', 'resume']) document.dispatchEvent(new Event(type));
  expect(calls()).toBe(5);
  vi.setSystemTime(Date.now() + 1_500);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls()).toBe(0);
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls()).toBe(1);
});
