import { expect, test } from 'vitest';
import type { Change } from '#shared/wire.ts';
import { createChangeFeed, type NumberedChange } from './change-feed.ts';

test('a reader is told every change after it subscribed, in order', () => {
  const feed = createChangeFeed();
  const told: NumberedChange[] = [];
  feed.publish(removal('a'));
  const unsubscribe = feed.subscribe((change) => told.push(change));
  feed.publish(removal('b'));
  feed.publish(removal('c'));
  unsubscribe();
  feed.publish(removal('d'));
  expect(told.map(({ change }) => change)).toEqual([removal('b'), removal('c')]);
});

test('what followed a position is known', () => {
  const feed = createChangeFeed();
  const start = feed.position();
  feed.publish(removal('a'));
  const middle = feed.position();
  feed.publish(removal('b'));
  expect(feed.since(start)?.map(({ change }) => change)).toEqual([removal('a'), removal('b')]);
  expect(feed.since(middle)?.map(({ change }) => change)).toEqual([removal('b')]);
  expect(feed.since(feed.position())).toEqual([]);
});

test('a change carries the position that it leads to', () => {
  const feed = createChangeFeed();
  const positions: string[] = [];
  feed.subscribe(({ position }) => positions.push(position));
  feed.publish(removal('a'));
  expect(positions).toEqual([feed.position()]);
});

test('changes beyond the bound are forgotten, and then not even partly told', () => {
  const feed = createChangeFeed(2);
  const start = feed.position();
  feed.publish(removal('a'));
  const second = feed.position();
  feed.publish(removal('b'));
  feed.publish(removal('c'));
  expect(feed.since(start)).toBeNull();
  expect(feed.since(second)).toHaveLength(2);
});

test.for(['', 'other.0', 'x', '.1'])('the position "%s" is not known', (position) => {
  expect(createChangeFeed().since(position)).toBeNull();
});

test('a position of the future is not known', () => {
  const feed = createChangeFeed();
  const [epoch] = feed.position().split('.');
  expect(feed.since(`${epoch}.1`)).toBeNull();
});

function removal(letter: string): Change {
  return { type: 'removed', textID: letter.repeat(20) };
}
