/** Cards to a chunk; one only grows beyond it by what comes in between. */
export const CHUNK_SIZE = 50;

type Numbers = ReadonlyMap<string, number>;

/**
 * Gives each card of a list the number of its chunk; what is known keeps its own. Numbers never fall
 * along the list; what is newer than all that is known counts down from there.
 */
export function numberCards(ids: readonly string[], known: Numbers): Map<string, number> {
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
