/** Cards to a chunk; one only grows beyond it by what comes in between. */
export const CHUNK_SIZE = 50;

interface Item {
  thought: { textID: string };
  isPending: boolean;
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
export function createChunks<T extends Item>(): (items: readonly T[]) => Chunk<T>[] {
  let numbers = new Map<string, number>();
  let former = new Map<number, readonly T[]>();
  return (items) => {
    numbers = numberAll(
      items.map(({ thought }) => thought.textID),
      numbers,
    );
    const groups = new Map<number, T[]>();
    for (const item of items) {
      const number = numbers.get(item.thought.textID) ?? 0;
      const group = groups.get(number);
      if (group === undefined) groups.set(number, [item]);
      else group.push(item);
    }
    const chunks = [...groups].map(([number, group]) => {
      const before = former.get(number) ?? [];
      return { number, items: areSame(before, group) ? before : group };
    });
    former = new Map(chunks.map(({ number, items: kept }) => [number, kept]));
    return chunks;
  };
}

type Numbers = ReadonlyMap<string, number>;

/** Numbers never fall along the list; what is newer than all that is known counts down from there. */
function numberAll(ids: readonly string[], known: Numbers): Map<string, number> {
  const first = Math.max(
    ids.findIndex((id) => known.has(id)),
    0,
  );
  const top = known.get(ids[first] ?? '') ?? 0;
  const size = ids.filter((id) => known.get(id) === top).length;
  const newer = numberFilling(ids.slice(0, first).toReversed(), { number: top, size, step: -1 });
  return new Map([...newer, ...numberOnward(ids.slice(first), known, top)]);
}

/** Numbers cards that none of which is known: fills one chunk, then the ones a step further. */
function numberFilling(
  ids: readonly string[],
  { number, size, step }: { number: number; size: number; step: 1 | -1 },
): Map<string, number> {
  return new Map(
    ids.map((id, index) => [id, number + step * Math.floor((size + index) / CHUNK_SIZE)]),
  );
}

/** Numbers cards of which the first is known, if any is: the others join the one before them. */
function numberOnward(ids: readonly string[], known: Numbers, top: number): Map<string, number> {
  const numbers = new Map<string, number>();
  const end = ids.findLastIndex((id) => known.has(id)) + 1;
  let number = top;
  for (const id of ids.slice(0, end)) {
    number = Math.max(number, known.get(id) ?? number);
    numbers.set(id, number);
  }
  const size = [...numbers.values()].filter((other) => other === number).length;
  return new Map([...numbers, ...numberFilling(ids.slice(end), { number, size, step: 1 })]);
}

function areSame(before: readonly Item[], now: readonly Item[]): boolean {
  return (
    before.length === now.length &&
    before.every((item, index) => {
      const other = now[index];
      return item.thought === other?.thought && item.isPending === other.isPending;
    })
  );
}
