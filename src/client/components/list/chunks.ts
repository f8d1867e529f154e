import { numberCards } from './chunk-numbers.ts';

interface Item {
  textID: string;
}

/** A run of neighbours in a list, under a number that stays the same. */
export interface Chunk<T> {
  number: number;
  /** The same array as long as nothing in it changed. */
  items: readonly T[];
}

/**
 * Makes the function that divides a list into chunks, in order. A card keeps its chunk, whatever
 * comes before or after it: were it moved to another one, it would mount again and lose the focus.
 */
export function createChunks<T extends Item>(): (items: readonly T[]) => readonly Chunk<T>[] {
  let chunks: readonly Chunk<T>[] = [];
  return (items) => {
    // Of thousands of cards few change at once: only what lies around those is divided again.
    const above = takeUnchanged(chunks, (chunk, passed) => standsAt(chunk, items, passed));
    const rest = chunks.slice(above.length);
    const others = items.slice(sizeOf(above));
    const below = takeUnchanged(rest.toReversed(), (chunk, passed) =>
      standsAt(chunk, others, others.length - passed - chunk.items.length),
    ).toReversed();
    const changed = others.slice(0, others.length - sizeOf(below));
    const between = rest.slice(0, rest.length - below.length);
    chunks = [...above, ...divide(changed, between), ...below];
    return chunks;
  };
}

/**
 * The first chunks that still stand where they belong, but for the last of them: as a neighbour it
 * says where what changed belongs.
 */
function takeUnchanged<T>(
  chunks: readonly Chunk<T>[],
  stands: (chunk: Chunk<T>, passed: number) => boolean,
): Chunk<T>[] {
  let passed = 0;
  const changed = chunks.findIndex((chunk) => {
    if (!stands(chunk, passed)) return true;
    passed += chunk.items.length;
    return false;
  });
  const unchanged = changed === -1 ? chunks.length : changed;
  return chunks.slice(0, Math.max(0, unchanged - 1));
}

/** Whether a chunk's items stand in a list from an index on. */
function standsAt<T extends Item>(chunk: Chunk<T>, items: readonly T[], from: number): boolean {
  return chunk.items.every((item, index) => item === items[from + index]);
}

function sizeOf(chunks: readonly Chunk<unknown>[]): number {
  return chunks.reduce((size, { items }) => size + items.length, 0);
}

/** Divides what some neighbouring chunks are now. */
function divide<T extends Item>(items: readonly T[], former: readonly Chunk<T>[]): Chunk<T>[] {
  const known = new Map(
    former.flatMap((chunk) => chunk.items.map(({ textID }) => [textID, chunk.number])),
  );
  const groups = new Map<number, T[]>();
  for (const { card, number } of numberCards(items, known)) {
    const group = groups.get(number);
    if (group === undefined) groups.set(number, [card]);
    else group.push(card);
  }
  return [...groups].map(([number, group]) => {
    const before = former.find((chunk) => chunk.number === number);
    const isUnchanged = before?.items.length === group.length && standsAt(before, group, 0);
    return isUnchanged ? before : { number, items: group };
  });
}
