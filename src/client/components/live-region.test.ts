import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, announceArrivals, announcement, silence } from './live-region.tsx';

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

test("what the reader's own action did is said at once, also twice in a row", () => {
  announce('cut');
  vi.advanceTimersByTime(50);
  announce('cut');
  vi.advanceTimersByTime(50);
  expect(said).toEqual(['cut', 'cut']);
});

test('a sentence stands for five seconds, or until it is to hold no longer', () => {
  announce('cut');
  vi.advanceTimersByTime(5_000);
  expect(announcement.get()).toBe('cut');
  vi.advanceTimersByTime(50);
  expect(announcement.get()).toBe('');
  announce('cut');
  vi.advanceTimersByTime(50);
  silence();
  expect(announcement.get()).toBe('');
});
