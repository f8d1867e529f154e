import { PAGE_SIZE } from '#shared/limits.ts';
import { newId } from '#shared/id.ts';
import { isBlank, newestFirst } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import { UNKNOWN_MARK, type Backend, type LiveQueryName } from '#client/backend/backend.ts';
import { cardActionsOf } from './card-actions.ts';
import type { CardView } from './card-view.ts';
import { createDiscardedTexts, type DiscardedTexts } from './discarded-texts.ts';
import { createLiveQuery, type LiveList } from './live-query.ts';
import { openPlaces, type PlaceInList } from './places.ts';
import type { BrowserStorage } from '#client/browser/storage.ts';
import type { OpenPages } from '#client/browser/open-pages.ts';
import { createStore, type Store } from '#client/store/store.ts';
import { createCards } from './writing/cards.ts';
import { NEW } from './writing/kind.ts';
import { openLedger, type Ledger, type Writing } from './writing/ledger.ts';
import { Sender } from './writing/sender.ts';

const RESTORED_LIMIT = 500;

export interface BoardList extends Pick<LiveList, 'grow' | 'state'> {
  /** Its stored thoughts with what the reader writes applied. */
  cards: Store<readonly CardView[]>;
  place: PlaceInList;
}

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
  const lists: LiveList[] = [];

  const dropListed = (): void => {
    const ids = ledger.state
      .get()
      .sent.filter(({ state }) => state === 'acknowledged')
      .filter(({ mark = UNKNOWN_MARK }) => lists.every(({ hasPassed }) => hasPassed(mark)))
      .map(({ id }) => id);
    if (ids.length > 0) ledger.apply({ type: 'listed', ids });
  };
  const openList = (name: LiveQueryName): BoardList => {
    const place = places(name);
    const { size: restored = 0 } = place.get() ?? {};
    const size = Math.max(PAGE_SIZE, Math.min(RESTORED_LIMIT, restored));
    const list = createLiveQuery((listener) => backend.watch(name, size, listener));
    lists.push(list);
    const cardsOf = createCards(user);
    const cards = createStore<readonly CardView[]>([]);
    const show = (): void => {
      const before = cards.get();
      const { thoughts, more, isLoading } = list.state.get();
      cards.set(cardsOf(thoughts, ledger.state.get()));
      const shown = { cards: cards.get(), isWhole: !more && !isLoading };
      for (const removed of removedFrom(before, shown, ledger.state.get()))
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
  const type = (typed: string): void =>
    apply({ type: 'typed', place: NEW, base: null, text: typed });
  return {
    subscribe: state.subscribe,
    text,
    isWaiting: (): boolean => state.get().waiting.some(({ place }) => place === NEW),
    open: (): void => apply({ type: 'opened', place: NEW, base: null }),
    type,
    leave: (): void => apply({ type: 'left', place: NEW, base: null }),
    cancel: (): void => {
      if (!isBlank(text())) discarded.keep({ text: text(), isDeleted: false });
      apply({ type: 'cancelled', place: NEW });
    },
    /** Types a discarded text in place of another, which is offered next. */
    putBack: (offered: string): void => {
      discarded.swap(text(), offered);
      type(offered);
    },
    add: (added: string): void => {
      discarded.forget(added);
      const write = { kind: 'add', place: newId(), text: added, base: null } as const;
      apply({ type: 'submitted', place: NEW, write });
    },
  };
}

/**
 * The places where something is typed whose thoughts are deleted: their cards are gone since `before`, or the list,
 * which is whole, has none.
 */
function removedFrom(
  before: readonly CardView[],
  { cards, isWhole }: { cards: readonly CardView[]; isWhole: boolean },
  { waiting, open }: Writing,
): string[] {
  const end = isWhole ? undefined : cards.at(-1)?.thought;
  const typed = new Set([...waiting.map(({ place }) => place), ...open.keys()]);
  typed.delete(NEW);
  return [...typed].filter((place) => {
    const isHere = ({ thought }: CardView): boolean => thought.textID === place;
    if (cards.some(isHere)) return false;
    if (isWhole) return true;
    const thought = before.find(isHere)?.thought;
    // A thought that is missing beyond the list's end need not be deleted.
    return thought !== undefined && end !== undefined && newestFirst(thought, end) < 0;
  });
}
