import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChunks, CHUNK_SIZE } from './chunks.ts';

test('a long list is divided evenly', () => {
  expect(sizes(createChunks<Card>()(cards(0, 120)))).toEqual([50, 50, 20]);
});

test('what is new at the top fills the first chunk, then begins others before it', () => {
  const divide = createChunks<Card>();
  const old = cards(0, 60);
  divide(old.slice(20));
  expect(sizes(divide(old))).toEqual([10, 50]);
});

test('what is older fills the last chunk, then begins others after it', () => {
  const divide = createChunks<Card>();
  const all = cards(0, 120);
  divide(all.slice(0, 60));
  expect(sizes(divide(all))).toEqual([50, 50, 20]);
});

test('a chunk in which nothing changed stays the same array', () => {
  const divide = createChunks<Card>();
  const all = cards(0, 100);
  const before = divide(all);
  const after = divide(
    all.map(({ thought }, index) => ({ thought, isPending: index === CHUNK_SIZE })),
  );
  expect(after[0]?.items).toBe(before[0]?.items);
  expect(after[1]?.items).not.toBe(before[1]?.items);
});

test('whatever comes and goes, the order stays and no card changes its chunk', () => {
  const pool = cards(0, 200);
  const someOf = fc.subarray(pool, { minLength: 0 });
  fc.assert(
    fc.property(fc.array(someOf, { minLength: 1, maxLength: 6 }), (lists) => {
      const divide = createChunks<Card>();
      let before = new Map<string, number>();
      for (const list of lists) {
        const chunks = divide(list);
        expect(chunks.flatMap(({ items }) => items)).toEqual(list);
        const now = new Map(
          chunks.flatMap(({ number, items }) => items.map((card) => [idOf(card), number])),
        );
        for (const [id, number] of now) expect(before.get(id) ?? number).toBe(number);
        before = now;
      }
    }),
  );
});

test('a card that changed its place goes where it belongs', () => {
  const divide = createChunks<Card>();
  const all = cards(0, 2 * CHUNK_SIZE);
  divide(all);
  const moved = [...all.slice(1), ...all.slice(0, 1)];
  expect(divide(moved).flatMap(({ items }) => items)).toEqual(moved);
});

interface Card {
  thought: { textID: string };
  isPending: boolean;
}

function cards(from: number, to: number): Card[] {
  return Array.from({ length: to - from }, (_, index) => ({
    thought: { textID: String(from + index) },
    isPending: false,
  }));
}

function idOf({ thought }: Card): string {
  return thought.textID;
}

function sizes(chunks: { items: readonly Card[] }[]): number[] {
  return chunks.map(({ items }) => items.length);
}
