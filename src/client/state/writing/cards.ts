import { isSameList, keepList } from '#shared/lists.ts';
import { newestFirst, sameOr, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { CardView } from '#client/state/card-view.ts';
import { isCurrent, isRefused, type Entry } from './entry.ts';
import { NEW } from './kind.ts';
import { applyWrites } from './kinds.ts';
import type { Writing } from './ledger.ts';

/** What is typed into a card; undefined if nothing is, or if the thought has changed since it was left. */
export function typedOver({ open, waiting }: Writing, thought: Thought): Entry | undefined {
  const isHere = (entry: Entry): boolean =>
    entry.place === thought.textID && isCurrent(entry, thought);
  return open.get(thought.textID) ?? waiting.find(isHere);
}

/**
 * Returns the function that makes the cards of a list: its thoughts with what `reader` writes applied. A card in
 * which nothing has changed is the same object as before, and so is a list.
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
    const editing = [...open.keys()].find((place) => place !== NEW);
    const next = new Map<string, CardView>();
    const touchedCard = (textID: string, stored?: Thought): CardView | null => {
      const writes = written.get(textID) ?? [];
      const thought = applyWrites(stored, writes, reader);
      if (!thought) return null;
      const previous = touched.get(textID);
      const made: CardView = {
        ...cardOf(sameOr(previous?.thought, thought), reader, typedOver(writing, thought)),
        mode: editing === textID ? 'editing' : 'shown',
        isUnsent: writes.some(({ state }) => state === 'unsent'),
      };
      const isSame = previous && isSameList(Object.values(previous), Object.values(made));
      const card = isSame ? previous : made;
      next.set(textID, card);
      return card;
    };
    const places = new Set([...sent, ...waiting, ...open.values()].map(({ place }) => place));
    const listed = thoughts.map((thought) =>
      // What is left in the set is in no list yet.
      places.delete(thought.textID) ? touchedCard(thought.textID, thought) : plainCard(thought),
    );
    const added = [...places].map((textID) => touchedCard(textID)).filter((card) => card !== null);
    added.sort((a, b) => newestFirst(a.thought, b.thought));
    touched = next;
    cards = keepList(cards, [...added, ...listed.filter((card) => card !== null)]);
    return cards;
  };
}

/** The card of a thought into which `reader` types an entry, or nothing. */
export function cardOf(thought: Thought, { uid }: User, entry?: Entry): CardView {
  return {
    thought,
    isOwn: thought.uID === uid,
    isUnsent: false,
    mode: 'shown',
    isRefused: entry !== undefined && isRefused(entry),
    typed: entry?.text ?? thought.text,
    base: entry?.base?.text ?? thought.text,
  };
}
