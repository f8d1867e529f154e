import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_SIZE, createGroups, type Chunk } from './chunks.ts';

test('of a list in which one card changed only its chunk and group change', () => {
  const divide = createGroups<Card>();
  const all = cards(500);
  const before = divide(all);
  const after = divide(
    all.map((card, index) => (index === CHUNK_SIZE ? { ...card, isUnsent: true } : card)),
  );
  const changed = after.filter((group) => !before.includes(group));
  expect(changed).toEqual(after.slice(0, 1));
  const chunks = changed.flatMap(({ items }) => items);
  const known = new Set(before.flatMap(({ items }) => items));
  expect(chunks.filter((chunk) => !known.has(chunk))).toEqual(chunks.slice(1, 2));
});

const POOL = cards(600);

test('whatever cards come and go, the order stays and no card changes its chunk', () => {
  const lists = fc.oneof(
    fc.array(fc.subarray(POOL), { minLength: 1, maxLength: 6 }),
    fc.array(fc.nat(POOL.length - 1), { minLength: 1, maxLength: 40 }).map(listsWhileChanging),
  );
  fc.assert(
    fc.property(lists, (shown) => {
      const divide = createChunks();
      let before = new Map<string, number>();
      for (const list of shown) {
        const chunks = divide(list);
        expect(chunks.flatMap(({ items }) => items)).toEqual(list);
        expect(new Set(chunks.map(({ number }) => number)).size).toBe(chunks.length);
        const now = new Map(
          chunks.flatMap(({ number, items }) =>
            items.map(({ thought }) => [thought.textID, number]),
          ),
        );
        for (const [id, number] of now) expect(before.get(id) ?? number).toBe(number);
        before = now;
      }
    }),
  );
});

test('a card that moves down the list, as by its final time, is in its place there', () => {
  const divide = createChunks();
  const [first, ...others] = POOL.slice(0, 3 * CHUNK_SIZE);
  if (first === undefined) return;
  divide([first, ...others]);
  expect(divide([...others, first]).flatMap(({ items }) => items)).toEqual([...others, first]);
});

test('cards that come in at the top one by one fill chunks of the usual size', () => {
  const divide = createChunks();
  for (let count = 1; count < POOL.length; count += 1) divide(POOL.slice(-count));
  const sizes = divide(POOL).map(({ items }) => items.length);
  expect(Math.max(...sizes)).toBe(CHUNK_SIZE);
});

/** Returns what divides lists into chunks. */
function createChunks(): (list: readonly Card[]) => Chunk<Card>[] {
  const divide = createGroups<Card>();
  return (list) => divide(list).flatMap(({ items }) => items);
}

interface Card {
  thought: { textID: string };
  isUnsent?: boolean;
}

function cards(count: number): Card[] {
  return Array.from({ length: count }, (_, index) => ({ thought: { textID: String(index) } }));
}

/** The lists that a reader sees while the cards at these places come or go, one after the other. */
function listsWhileChanging(places: readonly number[]): Card[][] {
  const shown = new Set(POOL.slice(0, POOL.length / 2));
  return places.map((place) => {
    const card = POOL[place];
    if (card && !shown.delete(card)) shown.add(card);
    return POOL.filter((one) => shown.has(one));
  });
}
