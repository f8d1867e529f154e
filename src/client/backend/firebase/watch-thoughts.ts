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
import { isSameList } from '#shared/lists.ts';
import { newestFirst, sameOr, type Thought } from '#shared/thought.ts';
import type { LiveQuery, ThoughtWindow, WindowListener } from '#client/backend/backend.ts';
import { thoughtOf } from './document.ts';

/** Longest wait (ms) for a new listener while the page is visible. */
const MAX_VISIBLE_BACKOFF_MS = 5000;

/** A part of the list, and its last snapshot; null before the first. */
interface Page {
  size: number;
  documents: readonly QueryDocumentSnapshot[] | null;
  thoughts: readonly (Thought | null)[];
  isLive: boolean;
}

/**
 * Watches the newest thoughts of a query that is ordered newest first. It listens without a limit above
 * the document that was newest at first, and to pages from there on, so that none is read twice.
 */
export function watchThoughts(thoughts: Query, size: number, listener: WindowListener): LiveQuery {
  const emitWindow = createWindowEmitter(listener.onWindow);
  const pages: Page[] = [];
  const stops = new Set<() => void>();
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
      // A snapshot from the cache only means that there is no connection.
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

/** The extra document of a page is shown with the next page, which starts after it. */
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

/** Listens to a query until unsubscribed; a lost listener, reported as null, is replaced with back-off. */
function keepListening(
  thoughts: Query,
  observe: (snapshot: QuerySnapshot | null) => void,
): () => void {
  let attempt = 0;
  let stop: () => void;
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
    // Only metadata tells when results begin to come from the cache.
    stop = onSnapshot(thoughts, { includeMetadataChanges: true }, receive, replace);
  };

  listen();
  return () => stop();
}

/** Returns what delivers changed windows; thoughts may come in any order, and twice. */
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
