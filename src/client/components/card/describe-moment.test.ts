import { afterEach, expect, test, vi } from 'vitest';
import { describeMoment } from './describe-moment.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['2026-11-21T12:00:00', 'Saturday, 0 seconds ago'],
  ['2026-11-21T12:00:05', 'Saturday, 0 seconds ago'],
  ['2026-11-21T11:59:01', 'Saturday, 59 seconds ago'],
  ['2026-11-21T11:57:00', 'Saturday, 3 minutes ago'],
  ['2026-11-21T09:30:00', 'Saturday, 2 hours ago'],
  ['2026-11-20T11:00:00', 'Friday, 1 day ago'],
  ['2026-11-10T12:00:00', 'Tuesday, 1 week ago'],
  ['2025-11-20T12:00:00', 'Thursday, 1 year ago'],
])('at noon on 2026-11-21, %s is "%s"', (at, text) => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00'));
  expect(describeMoment(new Date(at))).toBe(text);
});
