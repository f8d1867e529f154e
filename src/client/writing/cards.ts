import { isSameList, keepList } from '#shared/lists.ts';
import { newestFirst, sameOr, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { CardView } from '#client/card-view.ts';
import { isCurrent, isReturned, NEW, type Item, type Shown } from './kind.ts';
import { kindOf } from './kinds.ts';
import type { Writing } from './ledger.ts';

/** The card in edit mode, if any: the one that this page has opened, or that a refused text opens. */
export function openCard({ open, waiting }: Writing): string | null {
  return (
    [...open.keys()].find((place) => place !== NEW) ??
    waiting.find((item) => isReturned(item))?.place ??
    null
  );
}

/** What is typed into a card; undefined if nothing is, or if the thought has changed since it was left. */
export function typedOver({ open, waiting }: Writing, thought: Thought): Item | undefined {
  const isHere = (item: Item): boolean => item.place === thought.textID && isCurrent(item, thought);
  return open.get(thought.textID) ?? waiting.find(isHere);
}

/**
 * Returns the function that makes the cards of a list: its thoughts with what `reader` writes applied. A list in
 * which nothing has changed is the same array as before.
 */
export function createCards(reader: User) {
  const plain = new WeakMap<Thought, CardView>();
  let touched: ReadonlyMap<string, CardView> = new Map();
  let cards: readonly CardView[] = [];

  const plainCard = (thought: Thought): CardView => {
    const known = plain.get(thought);
    if (known) return known;
    const card = cardOf(thought, reader);
    plain.set(thought, card);
    return card;
  };
  return (thoughts: readonly Thought[], writing: Writing): readonly CardView[] => {
    const { sent, waiting, open } = writing;
    const written = Map.groupBy(sent, ({ place }) => place);
    const places = new Set([...sent, ...waiting, ...open.values()].map(({ place }) => place));
    const editing = openCard(writing);
    const next = new Map<string, CardView>();
    const makeCard = (stored: Shown, textID: string): CardView[] => {
      const writes = written.get(textID) ?? [];
      const thought = applyWrites(stored, writes, reader);
      if (!thought) return [];
      const previous = touched.get(textID);
      const card = sameCard(previous, {
        ...cardOf(sameOr(previous?.thought, thought), reader),
        ...fieldsOf(typedOver(writing, thought), thought, editing === textID),
        isUnsent: writes.some(({ state }) => state === 'unsent'),
      });
      next.set(textID, card);
      return [card];
    };
    const listed = new Set<string>();
    const shown = thoughts.flatMap((thought) => {
      if (!places.has(thought.textID)) return plainCard(thought);
      listed.add(thought.textID);
      return makeCard(thought, thought.textID);
    });
    const added = [...written.keys()]
      .filter((textID) => !listed.has(textID))
      .flatMap((textID) => makeCard(undefined, textID))
      .toSorted((a, b) => newestFirst(a.thought, b.thought));
    touched = next;
    cards = keepList(cards, [...added, ...shown]);
    return cards;
  };
}

function applyWrites(stored: Shown, writes: readonly Item[], author: User): Shown {
  return writes.reduce((shown, item) => kindOf(item).show(shown, item, author), stored);
}

function cardOf(thought: Thought, { uid }: User): CardView {
  return {
    thought,
    isOwn: thought.uID === uid,
    isUnsent: false,
    mode: 'shown',
    typed: thought.text,
    base: thought.text,
    hasWaiting: false,
  };
}

function fieldsOf(
  item: Item | undefined,
  { text }: Thought,
  isEditing: boolean,
): Pick<CardView, 'mode' | 'typed' | 'base' | 'hasWaiting'> {
  const typed = item?.text ?? text;
  return {
    mode: isEditing ? 'editing' : 'shown',
    typed,
    base: item?.base?.text ?? text,
    hasWaiting: !isEditing && typed !== text,
  };
}

function sameCard(previous: CardView | undefined, next: CardView): CardView {
  const isSame = previous && isSameList(Object.values(previous), Object.values(next));
  return isSame ? previous : next;
}
