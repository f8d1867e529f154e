import { PAGE_SIZE, RESTORED_LIMIT } from '#shared/limits.ts';
import { newId } from '#shared/id.ts';
import { isBlank, newestFirst } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import { isUnknown, type Backend, type LiveQueryName } from '#client/backend/backend.ts';
import { cardActionsOf } from './card-actions.ts';
import type { CardView } from './card-view.ts';
import { createDiscardedTexts, type DiscardedTexts } from './discarded-texts.ts';
import { createLiveQuery, type LiveList } from './live-query.ts';
import { openPlaces, type PlaceInList } from './places.ts';
import type { BrowserStorage } from '#client/browser/storage.ts';
import type { OpenPages } from '#client/browser/open-pages.ts';
import { createStore, type Store } from '#client/store/store.ts';
import { createCards } from './writing/cards.ts';
import type { Entry } from './writing/entry.ts';
import { NEW } from './writing/kind.ts';
import { openLedger, type Ledger, type Writing } from './writing/ledger.ts';
import { Sender } from './writing/sender.ts';

export interface BoardList extends Pick<LiveList, 'grow' | 'state'> {
  /** Its stored thoughts with what the reader writes applied. */
  cards: Store<readonly CardView[]>;
  place: PlaceInList;
}

interface OpenList extends LiveList, Pick<BoardList, 'cards'> {}

/** `lasting` is local storage, `tab` session storage. */
export interface BrowserState {
  lasting: BrowserStorage;
  tab: BrowserStorage;
  pages: OpenPages;
}

export type Board = ReturnType<typeof openBoard>;

/** Opens the state of one signed-in person's pages, until they sign out. */
export function openBoard(backend: Backend, user: User, { lasting, tab, pages }: BrowserState) {
  const ledger = openLedger(lasting, pages, user);
  const places = openPlaces(tab, user.uid);
  const discarded = createDiscardedTexts();
  const lists: OpenList[] = [];

  const dropListed = (): void => {
    const stored = ledger.state.get().sent.filter(({ state }) => state === 'acknowledged');
    const behind = stored.filter((entry) => !lists.every((list) => hasListed(list, entry)));
    // Without what followed it, a write that a list lacks would show again.
    const isKept = ({ place, at }: Entry): boolean =>
      behind.some((earlier) => earlier.place === place && earlier.at <= at);
    const ids = stored.filter((entry) => !isKept(entry)).map(({ id }) => id);
    if (ids.length > 0) ledger.apply({ type: 'listed', ids });
  };
  const openList = (name: LiveQueryName): BoardList => {
    const place = places(name);
    const { size: restored = 0 } = place.get() ?? {};
    const size = Math.max(PAGE_SIZE, Math.min(RESTORED_LIMIT, restored));
    const list = createLiveQuery((listener) => backend.watch(name, size, listener));
    const cardsOf = createCards(user);
    const cards = createStore<readonly CardView[]>([]);
    lists.push({ ...list, cards });
    const show = (): void => {
      const before = cards.get();
      cards.set(cardsOf(list.state.get().thoughts, ledger.state.get()));
      const hasLost = (typed: string): boolean => isGoneFrom(cards.get(), before, typed);
      for (const removed of removedFrom(lists, ledger.state.get(), hasLost))
        ledger.apply({ type: 'removed', place: removed });
    };
    for (const { subscribe } of [list.state, ledger.state]) subscribe(show);
    show();
    list.onProgress(dropListed);
    return { ...list, cards, place };
  };
  const feed = openList('feed');
  let own: BoardList | undefined;
  ledger.state.subscribe(dropListed);
  const isLive = (): boolean => feed.state.get().isLive;
  const sender = new Sender({ backend, writing: ledger.state, apply: ledger.apply, isLive });
  let wasLive = false;
  feed.state.subscribe(() => {
    if (isLive() && !wasLive) sender.resend();
    wasLive = isLive();
  });

  return {
    user,
    feed,
    /** The person's own thoughts; the query starts with the first call. */
    own: (): BoardList => (own ??= openList('own')),
    cardActions: cardActionsOf(ledger, discarded),
    draft: draftOf(ledger, discarded),
    discarded,
    flush: (ended: AbortSignal): Promise<void> => sender.flush(ended),
    close: () => {
      for (const part of [...lists, sender, ledger]) part.close();
    },
  };
}

/** What is typed in the add dialog, and what waits for it. */
function draftOf({ state, apply }: Ledger, discarded: DiscardedTexts) {
  const text = (): string => state.get().open.get(NEW)?.text ?? '';
  return {
    subscribe: state.subscribe,
    text,
    isWaiting: (): boolean => state.get().waiting.some(({ place }) => place === NEW),
    open: (): void => apply({ type: 'opened', place: NEW, base: null }),
    type: (typed: string): void => apply({ type: 'typed', place: NEW, base: null, text: typed }),
    leave: (): void => apply({ type: 'left', place: NEW, base: null }),
    cancel: (): void => {
      if (!isBlank(text())) discarded.keep({ text: text(), isDeleted: false });
      apply({ type: 'cancelled', place: NEW });
    },
    /** The text that a press puts back. */
    offered: (): string | undefined => {
      const drafts = state.get().waiting.filter(({ place }) => place === NEW);
      const texts = drafts.map((draft) => draft.text).filter((draft) => !isBlank(draft));
      return discarded.offeredOver(text(), texts);
    },
    /** Puts a text back in place of another, which waits unless it is one that was discarded. */
    putBack: (offered: string): void => {
      if (isBlank(text()) || discarded.has(text())) apply({ type: 'cancelled', place: NEW });
      apply({ type: 'put back', text: offered });
    },
    add: (added: string): void => {
      discarded.forget(added);
      const write = { kind: 'add', place: newId(), text: added, base: null } as const;
      apply({ type: 'submitted', place: NEW, write });
    },
  };
}

/** Whether a list has what an entry wrote; where the answer was lost, that it has the thought is enough. */
function hasListed({ hasPassed, state }: LiveList, { place, mark = '' }: Entry): boolean {
  if (hasPassed(mark)) return true;
  return isUnknown(mark) && state.get().thoughts.some(({ textID }) => textID === place);
}

/**
 * The places where something is typed whose thoughts are deleted: no list has their cards, and one is whole, or has
 * just lost them.
 */
function removedFrom(
  lists: readonly OpenList[],
  { waiting, open }: Writing,
  hasLost: (place: string) => boolean,
): string[] {
  const typed = new Set([...waiting.map(({ place }) => place), ...open.keys()]);
  typed.delete(NEW);
  return [...typed].filter((place) => {
    // One list may be behind another.
    if (lists.some(({ cards }) => cardIn(cards.get(), place))) return false;
    return lists.some(isWhole) || hasLost(place);
  });
}

function isWhole({ state }: LiveList): boolean {
  const { more, isLoading } = state.get();
  return !more && !isLoading;
}

/** Whether a card is gone from a list that ends below it: beyond its end a thought need not be deleted. */
function isGoneFrom(
  after: readonly CardView[],
  before: readonly CardView[],
  place: string,
): boolean {
  const [gone, last] = [cardIn(before, place), after.at(-1)];
  return gone !== undefined && last !== undefined && newestFirst(gone.thought, last.thought) < 0;
}

function cardIn(cards: readonly CardView[], place: string): CardView | undefined {
  return cards.find(({ thought }) => thought.textID === place);
}
