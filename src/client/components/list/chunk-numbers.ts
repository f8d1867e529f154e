/** Cards to a chunk; one only grows beyond it by what comes in between. */
export const CHUNK_SIZE = 50;

interface Card {
  textID: string;
}

/** The numbers of chunks, by the ids of their cards. */
type Numbers = ReadonlyMap<string, number>;

/** A card, and the number of its chunk. */
interface Numbered<T> {
  card: T;
  number: number;
}

/**
 * Gives each card of a list the number of its chunk; what is known keeps its own. Numbers never fall
 * along the list; what is newer than all that is known counts down from there.
 */
export function numberCards<T extends Card>(cards: readonly T[], known: Numbers): Numbered<T>[] {
  const former = cards.map(({ textID }) => known.get(textID));
  const first = Math.max(
    former.findIndex((number) => number !== undefined),
    0,
  );
  const top = former[first] ?? 0;
  const size = former.filter((number) => number === top).length;
  const newer = numberFilling(cards.slice(0, first).toReversed(), { number: top, size, step: -1 });
  return [...newer.toReversed(), ...numberOnward(cards.slice(first), known, top)];
}

/** Numbers cards, none of which is known: fills one chunk, then the ones a step further. */
function numberFilling<T>(
  cards: readonly T[],
  { number, size, step }: { number: number; size: number; step: 1 | -1 },
): Numbered<T>[] {
  return cards.map((card, index) => ({
    card,
    number: number + step * Math.floor((size + index) / CHUNK_SIZE),
  }));
}

/** Numbers cards of which the first is known, if any is: the others join the one before them. */
function numberOnward<T extends Card>(
  cards: readonly T[],
  known: Numbers,
  top: number,
): Numbered<T>[] {
  const end = cards.findLastIndex(({ textID }) => known.has(textID)) + 1;
  let number = top;
  const joined = cards.slice(0, end).map((card) => {
    number = Math.max(number, known.get(card.textID) ?? number);
    return { card, number };
  });
  const size = joined.filter((other) => other.number === number).length;
  return [...joined, ...numberFilling(cards.slice(end), { number, size, step: 1 })];
}
