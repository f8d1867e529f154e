import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, announceArrivals, announcement } from './live-region.tsx';

let said: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  stop = announcement.subscribe(() => {
    if (announcement.get() !== '') said.push(announcement.get());
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('what others do is said at most once in ten seconds, and of several the last', () => {
  vi.advanceTimersByTime(20_000);
  for (let count = 1; count <= 20; count += 1) {
    announceArrivals(() => `${count} new`);
    vi.advanceTimersByTime(500);
  }
  expect(said).toEqual(['1 new']);
  vi.advanceTimersByTime(5_000);
  expect(said).toEqual(['1 new', '20 new']);
});

test("what the reader's own action did is said at once, also twice in a row, and for five seconds", () => {
  announce('cut');
  vi.advanceTimersByTime(50);
  announce('cut');
  vi.advanceTimersByTime(5_000);
  expect([said, announcement.get()]).toEqual([['cut', 'cut'], 'cut']);
  vi.advanceTimersByTime(50);
  expect(announcement.get()).toBe('');
});
