import { isSameList } from '#shared/lists.ts';
import type { CardView } from '#client/card-view.ts';

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
    chunks = keepParts(chunks, items, ({ thought }) => numbers.get(thought.textID) ?? 0);
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

/** Assigns chunk numbers: they never fall along the list, and known items keep theirs. */
function numberItems(items: readonly Item[], numbers: Map<string, number>): void {
  const isKnown = ({ thought }: Item): boolean => numbers.has(thought.textID);
  const first = Math.max(items.findIndex(isKnown), 0);
  const end = items.findLastIndex(isKnown) + 1;
  const top = numbers.get(items[first]?.thought.textID ?? '') ?? 0;
  let number = top;
  for (const { thought } of items.slice(first, end)) {
    const { textID } = thought;
    const known = numbers.get(textID);
    if (known !== undefined && known >= number) number = known;
    // An item that came in between joins the chunk before it.
    else numbers.set(textID, number);
  }
  const fill = (others: readonly Item[], from: number, step: 1 | -1): void => {
    const size = items.filter(({ thought }) => numbers.get(thought.textID) === from).length;
    for (const [index, { thought }] of others.entries()) {
      numbers.set(thought.textID, from + step * Math.floor((size + index) / CHUNK_SIZE));
    }
  };
  if (end < items.length) fill(items.slice(end), number, 1);
  if (first > 0) fill(items.slice(0, first).toReversed(), top, -1);
  if (numbers.size === items.length) return;
  const ids = new Set(items.map(({ thought }) => thought.textID));
  for (const id of numbers.keys()) if (!ids.has(id)) numbers.delete(id);
}
