import { PAGE_SIZE } from '#shared/limits.ts';
import { newId } from '#shared/id.ts';
import { isBlank, newestFirst, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Backend, Base, LiveQueryName } from './backend/backend.ts';
import type { CardActions, CardView } from './card-view.ts';
import { createDiscardedTexts } from './discarded-texts.ts';
import { createLiveQuery, type LiveList } from './live/live-query.ts';
import { openPlaces, type PlaceInList } from './reading/places.ts';
import type { BrowserStorage } from './store/browser-storage.ts';
import type { OpenPages } from './store/open-pages.ts';
import { createStore, type Store } from './store/store.ts';
import { createCards, typedOver } from './writing/cards.ts';
import { NEW } from './writing/kind.ts';
import { Ledger } from './writing/ledger.ts';
import { createSender } from './writing/sender.ts';

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
  const ledger = new Ledger(lasting, pages, user);
  const sender = createSender({ backend, ledger });
  const places = openPlaces(tab, user.uid);
  const discarded = createDiscardedTexts();
  const lists: LiveList[] = [];
  const reconcile = (): void => ledger.reconcile(lists.map(({ state }) => state.get()));
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
      const { thoughts, more } = list.state.get();
      cards.set(cardsOf(thoughts, ledger.state.get()));
      releaseRemoved(before, { cards: cards.get(), more }, ledger);
    };
    for (const { subscribe } of [list.state, ledger.state]) subscribe(show);
    show();
    list.state.subscribe(reconcile);
    return { ...list, cards, place };
  };
  const submit: Submit = (...item) => {
    ledger.submit(...item);
    sender.send();
  };

  const feed = openList('feed');
  let own: BoardList | undefined;
  const stop = ledger.state.subscribe(reconcile);
  let wasLive = false;
  feed.state.subscribe(() => {
    const { isLive } = feed.state.get();
    if (isLive && !wasLive) sender.resend();
    wasLive = isLive;
  });
  return {
    user,
    feed,
    /** The person's own thoughts; the query starts with the first call. */
    own: (): BoardList => (own ??= openList('own')),
    cardActions: cardActionsOf(ledger, submit, discarded),
    draft: draftOf(ledger, submit, discarded),
    discarded,
    flush: sender.flush,
    close: () => {
      stop();
      for (const part of [...lists, sender, ledger]) part.close();
    },
  };
}

type Submit = (...item: Parameters<Ledger['submit']>) => void;
type DiscardedTexts = ReturnType<typeof createDiscardedTexts>;

function cardActionsOf(ledger: Ledger, submit: Submit, discarded: DiscardedTexts): CardActions {
  return {
    edit: (thought) => ledger.open(thought.textID, baseOf(thought)),
    type: (thought, text) => ledger.type(thought.textID, baseOf(thought), text),
    save: (thought) => {
      const { textID: place } = thought;
      const item = typedOver(ledger.state.get(), thought);
      const { text } = item ?? thought;
      const base = item?.base ?? baseOf(thought);
      if (text === base.text) ledger.cancel(place);
      else submit(place, { kind: 'edit', place, text, base });
    },
    leave: (thought) => ledger.leave(thought.textID, baseOf(thought)),
    cancel: ({ textID }) => ledger.cancel(textID),
    remove: ({ textID: place, text }) => {
      discarded.keep({ text, isDeleted: true });
      // The text typed into the card is no part of the delete.
      ledger.release(place);
      submit(place, { kind: 'delete', place, text: '', base: null });
    },
  };
}

/** What is typed in the add dialog, and what waits for it. */
function draftOf(ledger: Ledger, submit: Submit, discarded: DiscardedTexts) {
  const text = (): string => ledger.state.get().open.get(NEW)?.text ?? '';
  return {
    subscribe: ledger.state.subscribe,
    text,
    isWaiting: (): boolean => ledger.state.get().waiting.some(({ place }) => place === NEW),
    open: (): void => ledger.open(NEW, null),
    type: (typed: string): void => ledger.type(NEW, null, typed),
    leave: (): void => ledger.leave(NEW),
    cancel: (): void => {
      if (!isBlank(text())) discarded.keep({ text: text(), isDeleted: false });
      ledger.cancel(NEW);
    },
    add: (added: string): void => {
      discarded.forget(added);
      submit(NEW, { kind: 'add', place: newId(), text: added, base: null });
    },
  };
}

function baseOf({ text, version }: Thought): Base {
  return { text, version };
}

/** Releases what was typed into cards that are gone since `before`, as their thoughts are deleted. */
function releaseRemoved(
  before: readonly CardView[],
  { cards, more }: { cards: readonly CardView[]; more: boolean },
  ledger: Ledger,
): void {
  if (cards === before) return;
  const end = more ? cards.at(-1)?.thought : undefined;
  const { waiting, open } = ledger.state.get();
  for (const textID of new Set([...waiting.map(({ place }) => place), ...open.keys()])) {
    const isHere = ({ thought }: CardView): boolean => thought.textID === textID;
    const thought = before.find(isHere)?.thought;
    // A thought that is missing beyond the list's end need not be deleted.
    const isAbove = end === undefined || (thought && newestFirst(thought, end) < 0);
    if (thought && !cards.some(isHere) && isAbove) ledger.release(textID);
  }
}
