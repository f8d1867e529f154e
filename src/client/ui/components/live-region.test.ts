import { expect, onTestFinished, test, vi } from 'vitest';
import { announce, announcement } from './live-region.tsx';

test("the result of the reader's own action is announced at once, even twice in a row, for five seconds", () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const stop = announcement.subscribe(() => {
    if (announcement.get() !== '') said.push(announcement.get());
  });
  onTestFinished(stop);
  announce('cut');
  vi.advanceTimersByTime(50);
  announce('cut');
  vi.advanceTimersByTime(5_000);
  expect([said, announcement.get()]).toEqual([['cut', 'cut'], 'cut']);
  vi.advanceTimersByTime(50);
  expect(announcement.get()).toBe('');
});
