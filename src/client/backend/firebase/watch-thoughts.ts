import {
  endBefore,
  limit,
  onSnapshot,
  query,
  startAfter,
  startAt,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
} from 'firebase/firestore';
import { backoffDelay, MAX_BACKOFF_MS } from '#shared/backoff.ts';
import { PAGE_SIZE } from '#shared/limits.ts';
import { isSameList, newestFirst, sameOr, type Thought } from '#shared/thought.ts';
import type {
  LiveQuery,
  ThoughtWindow,
  Unsubscribe,
  WindowListener,
} from '#client/backend/backend.ts';
import { thoughtOf } from './document.ts';

/** Longest wait for a new listener while somebody looks at the page, in ms. */
const MAX_VISIBLE_BACKOFF_MS = 5000;

/** A part of the list, and what was last read of it; null when it was not yet. */
interface Page {
  size: number;
  documents: readonly QueryDocumentSnapshot[] | null;
  thoughts: readonly (Thought | null)[];
  isLive: boolean;
}

/**
 * Watches the newest thoughts of a query that is ordered newest first. It listens above the document
 * that is the newest at first, without limit, and to pages from that on: none is read twice.
 */
export function watchThoughts(thoughts: Query, size: number, listener: WindowListener): LiveQuery {
  const emitWindow = createWindowEmitter(listener.onWindow);
  const pages: Page[] = [];
  const stops = new Set<Unsubscribe>();
  let atFirst = Infinity;

  const emit = (source: ThoughtWindow['source']): void => {
    const read = pages.filter(({ documents }) => documents !== null);
    if (read.length < atFirst) return;
    emitWindow({ ...join(read), source });
    listener.onLive(read.every(({ isLive }) => isLive));
  };
  const openPage = (part: Query, pageSize: number): void => {
    const page: Page = { size: pageSize, documents: null, thoughts: [], isLive: false };
    pages.push(page);
    const observe = (snapshot: QuerySnapshot | null): void => {
      // From the cache, a snapshot means no more than that the connection is not there.
      page.isLive = snapshot?.metadata.fromCache === false;
      const source = page.isLive && page.documents === null ? 'read' : 'change';
      if (snapshot !== null && page.isLive) {
        page.documents = snapshot.docs;
        page.thoughts = snapshot.docs.map(thoughtOf);
      }
      emit(source);
    };
    stops.add(keepListening(part, observe));
  };
  const begin = (newest: QueryDocumentSnapshot | undefined): void => {
    openPage(newest === undefined ? thoughts : query(thoughts, endBefore(newest)), Infinity);
    if (newest !== undefined) openPage(query(thoughts, startAt(newest), limit(size + 1)), size);
    atFirst = pages.length;
  };
  const stopReading = keepListening(query(thoughts, limit(1)), (snapshot) => {
    if (snapshot === null || snapshot.metadata.fromCache) return;
    stopReading();
    begin(snapshot.docs[0]);
  });
  stops.add(stopReading);

  return {
    grow: () => {
      const last = pages.at(-1);
      const edge = last?.documents?.at(-1);
      if (last === undefined || edge === undefined || !hasMore(last)) return;
      openPage(query(thoughts, startAfter(edge), limit(PAGE_SIZE + 1)), PAGE_SIZE);
    },
    close: () => stops.forEach((stop) => stop()),
  };
}

/** The one beyond a page is shown with the next page, which starts after it. */
function join(pages: readonly Page[]): Pick<ThoughtWindow, 'thoughts' | 'more'> {
  const last = pages.at(-1);
  const thoughts = pages.flatMap((page) =>
    page === last ? page.thoughts.slice(0, page.size) : page.thoughts,
  );
  return {
    thoughts: thoughts.filter((thought) => thought !== null),
    more: last !== undefined && hasMore(last),
  };
}

function hasMore({ size, documents }: Page): boolean {
  return (documents ?? []).length > size;
}

/** Listens to a query until it is unsubscribed; a lost listener, told as null, is replaced with back-off. */
function keepListening(
  thoughts: Query,
  observe: (snapshot: QuerySnapshot | null) => void,
): Unsubscribe {
  let attempt = 0;
  let stop: Unsubscribe;
  const receive = (snapshot: QuerySnapshot): void => {
    if (!snapshot.metadata.fromCache) attempt = 0;
    observe(snapshot);
  };
  const replace = (error: Error): void => {
    console.error('A live query was lost; trying again', error);
    attempt += 1;
    const max = document.hidden ? MAX_BACKOFF_MS : MAX_VISIBLE_BACKOFF_MS;
    const timer = setTimeout(listen, backoffDelay(attempt, max));
    stop = () => clearTimeout(timer);
    observe(null);
  };
  const listen = (): void => {
    // Only metadata says that the results come from the cache from now on.
    stop = onSnapshot(thoughts, { includeMetadataChanges: true }, receive, replace);
  };

  listen();
  return () => stop();
}

/** Makes what delivers windows, unless nothing changed; the thoughts may come in any order, and twice. */
export function createWindowEmitter(
  onWindow: WindowListener['onWindow'],
): WindowListener['onWindow'] {
  let last: ThoughtWindow | null = null;
  let known: ReadonlyMap<string, Thought> = new Map();
  return ({ thoughts: found, more, source }) => {
    const next = new Map(
      found.map((thought) => [thought.textID, sameOr(known.get(thought.textID), thought)]),
    );
    const thoughts = [...next.values()].toSorted(newestFirst);
    known = next;
    const isRepeat = last?.more === more && isSameList(last.thoughts, thoughts);
    if (source === 'change' && isRepeat) return;
    last = { thoughts, more, source };
    onWindow(last);
  };
}
