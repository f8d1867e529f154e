import { expect, test } from 'vitest';
import { createLRUCache, type LRUCache } from './lru-cache.ts';

/** Names ten values by a letter and their number. */
function setTen(cache: LRUCache<number>, letter: string): void {
  for (let number = 0; number < 10; number += 1) cache.set(`${letter}${number}`, number);
}

test('a value that is used now and then stays, however many others come', () => {
  const cache = createLRUCache<number>(20);
  cache.set('used', 1);
  for (const letter of ['a', 'b', 'c', 'd']) {
    for (let number = 0; number < 5; number += 1) cache.set(`${letter}${number}`, number);
    expect(cache.get('used')).toBe(1);
  }
});

test('a value that is not used is let go when more than the limit have come', () => {
  const cache = createLRUCache<number>(20);
  cache.set('unused', 1);
  setTen(cache, 'a');
  setTen(cache, 'b');
  expect(cache.get('unused')).toBeUndefined();
  expect(cache.get('b9')).toBe(9);
});

test('a value that is set again, deleted, or stale is not found as it was, however old', () => {
  const cache = createLRUCache<number>(20);
  setTen(cache, 'a');
  setTen(cache, 'b');
  cache.set('b1', 100);
  cache.delete('b2');
  cache.deleteWhere((value) => value === 3);
  expect(['b1', 'b2', 'b3', 'b4'].map(cache.get)).toEqual([100, undefined, undefined, 4]);
  cache.clear();
  expect(cache.get('b4')).toBeUndefined();
});
