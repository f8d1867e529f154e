import { isSameList } from '#shared/lists.ts';
import type { CardView } from '#client/state/card-view.ts';

/** Cards per chunk: two chunks fill a screen. Only cards that come in between make one larger. */
export const CHUNK_SIZE = 12;

/** Chunks per group. */
const GROUP_SIZE = 16;

type Item = { thought: Pick<CardView['thought'], 'textID'> };

/** Neighbouring items, under a number that never changes; the same object until something in it changes. */
export interface Part<T> {
  number: number;
  items: readonly T[];
}

export type Chunk<T> = Part<T>;
export type Group<T> = Part<Chunk<T>>;

/**
 * Returns the function that divides a list into groups of chunks. A card that changed its chunk would remount and
 * lose the focus.
 */
export function createGroups<T extends Item>(): (items: readonly T[]) => readonly Group<T>[] {
  const numbers = new Map<string, number>();
  let chunks: readonly Chunk<T>[] = [];
  let groups: readonly Group<T>[] = [];
  return (items) => {
    numberItems(items, numbers);
    chunks = keepParts(chunks, items, ({ thought }) =>
      Math.floor((numbers.get(thought.textID) ?? 0) / CHUNK_SIZE),
    );
    groups = keepParts(groups, chunks, ({ number }) => Math.floor(number / GROUP_SIZE));
    return groups;
  };
}

/** Divides items by number; a part in which nothing changed is kept. */
function keepParts<T>(
  before: readonly Part<T>[],
  items: readonly T[],
  numberOf: (item: T) => number,
): readonly Part<T>[] {
  const known = new Map(before.map((part) => [part.number, part]));
  return [...Map.groupBy(items, numberOf)].map(([number, group]) => {
    const part = known.get(number);
    return part && isSameList(part.items, group) ? part : { number, items: group };
  });
}

/** Numbers the items: the numbers never fall along the list, and known items keep theirs. */
function numberItems(items: readonly Item[], numbers: Map<string, number>): void {
  const isKnown = ({ thought }: Item): boolean => numbers.has(thought.textID);
  const first = Math.max(items.findIndex(isKnown), 0);
  const end = items.findLastIndex(isKnown) + 1;
  let number = (numbers.get(items[first]?.thought.textID ?? '') ?? 0) - first - 1;
  for (const [index, { thought }] of items.entries()) {
    const { textID } = thought;
    const isAtEnd = index < first || index >= end;
    // An item that came in between gets the number of the one before it, and so joins its chunk.
    number = isAtEnd ? number + 1 : Math.max(number, numbers.get(textID) ?? number);
    numbers.set(textID, number);
  }
  if (numbers.size === items.length) return;
  const ids = new Set(items.map(({ thought }) => thought.textID));
  for (const id of numbers.keys()) if (!ids.has(id)) numbers.delete(id);
}
