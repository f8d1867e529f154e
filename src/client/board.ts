import * as v from 'valibot';
import { PAGE_SIZE } from '#shared/limits.ts';
import { newestFirst, newId, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Backend, Base, LiveQueryName } from './backend/backend.ts';
import { createLiveQuery, type LiveList, type LiveState } from './live/live-query.ts';
import { openShelf, type BrowserStorage, type Shelf } from './store/browser-storage.ts';
import type { OpenPages } from './store/open-pages.ts';
import { STORAGE_KEYS } from './store/storage-keys.ts';
import { combine, type Store } from './store/store.ts';
import { openCardEdit } from './writing/card-edit.ts';
import { migrateFormerItems } from './writing/former-items.ts';
import { applyOptimistic, type OptimisticThought } from './writing/optimistic.ts';
import { createSender } from './writing/sender.ts';
import { openTexts } from './writing/texts.ts';
import { openWriteQueue } from './writing/write-queue.ts';

const RESTORED_LIMIT = 500;

const ReadingPlace = v.object({
  size: v.number(),
  cards: v.array(v.object({ textID: v.string(), top: v.number() })),
});
export type ReadingPlace = v.InferOutput<typeof ReadingPlace>;

/** A list as a page shows it: stored thoughts with pending writes applied. */
export interface BoardList extends Pick<LiveList, 'grow' | 'state'> {
  optimistic: Store<readonly OptimisticThought[]>;
  readingPlace: ReturnType<typeof placeIn>;
}

/** `lasting` is local storage, `tab` session storage. */
export interface Browser {
  lasting: BrowserStorage;
  tab: BrowserStorage;
  pages: OpenPages;
}

export type Board = ReturnType<typeof openBoard>;

/** Opens the state of one signed-in person's pages, until they sign out. */
export function openBoard(backend: Backend, user: User, { lasting, tab, pages }: Browser) {
  migrateFormerItems(lasting, user.uid);
  const texts = openTexts(lasting, pages, user.uid);
  const cardEdit = openCardEdit(texts);
  const queue = openWriteQueue(lasting, user.uid);
  const sender = createSender({ backend, queue, onReturned: cardEdit.returnText });
  const lists: LiveList[] = [];
  const reconcile = (): void => queue.reconcile(lists.map(({ state }) => state.get()));
  const places = openShelf(tab, STORAGE_KEYS.readingPlaces(user.uid), ReadingPlace);
  const openList = (name: LiveQueryName): BoardList => {
    const readingPlace = placeIn(places, name);
    const { size: restored = 0 } = readingPlace.get() ?? {};
    const size = Math.max(PAGE_SIZE, Math.min(RESTORED_LIMIT, restored));
    const list = createLiveQuery((listener) => backend.watch(name, size, listener));
    lists.push(list);
    list.state.subscribe(reconcile);
    const optimistic = combine(list.state, queue.pending, ({ thoughts }, pending) =>
      applyOptimistic(thoughts, pending, user),
    );
    releaseRemoved(optimistic, list.state, { texts, cardEdit });
    return { ...list, optimistic, readingPlace };
  };
  const write = (operation: Parameters<typeof queue.enqueue>[0]): void => {
    queue.enqueue(operation);
    sender.send();
  };

  const feed = openList('feed');
  let own: BoardList | undefined;
  queue.pending.subscribe(reconcile);
  onReconnected(feed.state, sender.resend);

  return {
    user,
    feed,
    /** The person's own thoughts; the query starts with the first call. */
    own: (): BoardList => (own ??= openList('own')),
    texts,
    cardEdit,
    add: (text: string): void => write({ kind: 'add', textID: newId(), text, at: Date.now() }),
    /** Saves the text of a card over its base, unless it is the same, and closes the card. */
    edit: ({ textID, text: before, version }: Base & Pick<Thought, 'textID'>, text: string) => {
      const base = { text: before, version };
      if (text !== before) write({ kind: 'edit', textID, text, base, at: Date.now() });
      cardEdit.end(textID);
    },
    /** Deletes a thought; its text, and what was typed into its card, are offered in the add dialog. */
    remove: ({ textID, text }: Pick<Thought, 'textID' | 'text'>): void => {
      texts.letGo.keep({ text, isDeleted: true });
      write({ kind: 'delete', textID, at: Date.now() });
      cardEdit.release(textID);
    },
    flush: sender.flush,
    close: () => {
      for (const part of [...lists, sender, queue, cardEdit, texts]) part.close();
    },
  };
}

/** The reader's place in a list, null at its top. */
function placeIn(places: Shelf<ReadingPlace>, name: LiveQueryName) {
  return {
    get: (): ReadingPlace | null => places.find(name),
    set: (place: ReadingPlace | null): void =>
      place ? places.write(name, place) : places.remove(name),
  };
}

function onReconnected(state: Store<LiveState>, listener: () => void): void {
  let wasLive = false;
  state.subscribe(() => {
    const { isLive } = state.get();
    if (isLive && !wasLive) listener();
    wasLive = isLive;
  });
}

/** Releases what was typed into cards whose thoughts are deleted. */
function releaseRemoved(
  thoughts: Store<readonly Thought[]>,
  state: Store<LiveState>,
  { texts, cardEdit }: Pick<Board, 'texts' | 'cardEdit'>,
): void {
  let before = thoughts.get();
  thoughts.subscribe(() => {
    const [former, now] = [before, thoughts.get()];
    before = now;
    const end = state.get().more ? now.at(-1) : undefined;
    const places = texts.waiting.get().map(({ place }) => place);
    for (const textID of new Set([...places, cardEdit.openCard()])) {
      const thought = former.find((one) => one.textID === textID);
      const isListed = now.some((one) => one.textID === textID);
      // Beyond the list's end a missing thought need not be deleted.
      const isAbove = end === undefined || (thought && newestFirst(thought, end) < 0);
      if (thought && !isListed && isAbove) cardEdit.release(thought.textID);
    }
  });
}
