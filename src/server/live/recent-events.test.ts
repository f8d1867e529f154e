import { expect, test } from 'vitest';
import { createRecentEvents, type NumberedEvent } from './recent-events.ts';

const LIMIT = 100;

test('what was appended is known from the start on', () => {
  const recent = createRecentEvents(0, LIMIT);
  recent.append(eventsFrom(1, 3));
  expect(recent.start()).toBe(0);
  expect(String(recent.since(0))).toBe('1 2 3 ');
  expect(String(recent.since(2))).toBe('3 ');
  expect(String(recent.since(3))).toBe('');
});

test('beyond the limit the oldest are let go, and the start says from where all are known', () => {
  const recent = createRecentEvents(0, LIMIT);
  for (let number = 1; number <= 5_000; number += 1) recent.append(eventsFrom(number, number));
  const start = recent.start();
  expect(5_000 - start).toBeGreaterThanOrEqual(LIMIT);
  expect(5_000 - start).toBeLessThan(10 * LIMIT);
  expect(String(recent.since(start))).toBe(textOf(start + 1, 5_000));
});

test('a batch beyond the limit leaves its newest', () => {
  const recent = createRecentEvents(0, LIMIT);
  recent.append(eventsFrom(1, 5_000));
  expect(recent.start()).toBe(5_000 - LIMIT);
  expect(String(recent.since(5_000 - LIMIT))).toBe(textOf(5_001 - LIMIT, 5_000));
});

test('what came before the start can be added', () => {
  const recent = createRecentEvents(7, LIMIT);
  recent.append(eventsFrom(8, 9));
  recent.prepend(eventsFrom(4, 7), 3);
  expect(recent.start()).toBe(3);
  expect(String(recent.since(3))).toBe(textOf(4, 9));
});

function eventsFrom(first: number, last: number): NumberedEvent[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index;
    return { number, bytes: Buffer.from(`${number} `) };
  });
}

function textOf(first: number, last: number): string {
  return String(Buffer.concat(eventsFrom(first, last).map(({ bytes }) => bytes)));
}
