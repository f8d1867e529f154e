import {
  endAt,
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
import { backoffDelay } from '#shared/backoff.ts';
import { PAGE_SIZE } from '#shared/limits.ts';
import { newestFirst, sameOr, type Thought } from '#shared/thought.ts';
import type { LiveQuery, Mark, ThoughtWindow, WindowListener } from '#client/backend/backend.ts';
import { thoughtOf } from './document.ts';
import { isListed } from './writes.ts';

/** Milliseconds after a write is stored within which a live list shows it, or its connection is taken for dead. */
export const ARRIVAL_MS = 3_000;

/** Longest wait (ms) for a new listener. */
const MAX_BACKOFF_MS = 5000;

/** A part of the list, and its last snapshot; null before the first. */
interface Part {
  documents: readonly QueryDocumentSnapshot[] | null;
  thoughts: readonly (Thought | null)[];
  isLive: boolean;
  /** The last document read, one more than is shown; the next page shows it. Undefined at the list's end. */
  edge: QueryDocumentSnapshot | undefined;
}

/**
 * Watches the newest thoughts of a query that is ordered newest first. It listens without a limit above
 * the document that was newest at first, and to pages from there on, so that none is read twice.
 */
export function watchThoughts(all: Query, size: number, listener: WindowListener): LiveQuery {
  const { hasPassed, ...passed } = createPassed(listener);
  const emitWindow = untilFound(createWindowEmitter(passed.onWindow), () => grow());
  const pages: Part[] = [];
  const stops = new Set<() => void>();

  const emit = (source?: ThoughtWindow['source']): void => {
    const read = pages.filter(({ documents }) => documents !== null);
    // The first window has both of the parts that begin the list.
    if (read.length < Math.min(pages.length, 2)) return;
    if (source !== undefined) emitWindow({ ...join(read), source });
    passed.onLive(read.every(({ isLive }) => isLive));
  };
  const grow = (): void => {
    const edge = pages.at(-1)?.edge;
    if (edge !== undefined) openPage(query(all, startAfter(edge)), PAGE_SIZE);
  };
  /** Listens to a range of the list: to so many thoughts, and one more, or to all of it. */
  const openPage = (range: Query, count: number): void => {
    const page: Part = { documents: null, thoughts: [], isLive: false, edge: undefined };
    let isLimited = count < Infinity;
    const observe = (snapshot: QuerySnapshot | null): void => {
      // A snapshot from the cache only means that there is no connection.
      page.isLive = snapshot?.metadata.fromCache === false;
      if (snapshot === null || !page.isLive) return emit();
      const { docs } = snapshot;
      if (isLimited && hasInsertion(page.documents ?? [], docs)) return widen();
      const source = page.documents === null ? 'read' : 'change';
      page.documents = docs;
      page.thoughts = docs.map(thoughtOf);
      if (isLimited) page.edge = docs[count];
      emit(source);
    };
    // A limit would push out documents that are shown; from now on the page ends at its last document.
    const widen = (): void => {
      isLimited = false;
      stop();
      stop = keepListening(page.edge ? query(range, endAt(page.edge)) : range, observe);
    };
    let stop = keepListening(isLimited ? query(range, limit(count + 1)) : range, observe);
    pages.push(page);
    stops.add(() => stop());
  };
  const begin = (newest: QueryDocumentSnapshot | undefined): void => {
    openPage(newest === undefined ? all : query(all, endBefore(newest)), Infinity);
    if (newest !== undefined) openPage(query(all, startAt(newest)), size);
  };
  stops.add(readNewest(all, begin)).add(passed.stop);

  return {
    hasPassed,
    grow,
    close: () => {
      stops.forEach((stop) => stop());
      // Asked to grow, it would open a listener that goes on for whoever signs in next.
      pages.length = 0;
    },
  };
}

/** Reads the newest document of a query once; returns what gives that up. */
function readNewest(
  all: Query,
  onRead: (newest: QueryDocumentSnapshot | undefined) => void,
): () => void {
  const stop = keepListening(query(all, limit(1)), (snapshot) => {
    if (snapshot === null || snapshot.metadata.fromCache) return;
    stop();
    onRead(snapshot.docs[0]);
  });
  return stop;
}

/**
 * Passes on what a list delivers, and tells whether it has what a write stored: it shows it, or has become live
 * since it was first asked, and had time to show it. What makes a list live may have been read before the write.
 */
export function createPassed(listener: WindowListener) {
  let listed: readonly Thought[] | undefined;
  let isLive = false;
  let [connections, settled] = [0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const asked = new Map<Mark, number>();
  const settle = (): void => {
    settled = connections;
    listener.onProgress();
  };
  return {
    onWindow: (window: ThoughtWindow): void => {
      listed = window.thoughts;
      listener.onWindow(window);
    },
    onLive: (next: boolean): void => {
      const isNew = next && !isLive;
      isLive = next;
      if (isNew) timer = setTimeout(settle, ARRIVAL_MS);
      else if (!isLive) clearTimeout(timer);
      listener.onLive(isLive);
      listener.onProgress();
      // What the listener has just asked for was stored before.
      if (isNew) connections += 1;
    },
    hasPassed: (mark: Mark): boolean => {
      const first = asked.get(mark) ?? connections;
      asked.set(mark, first);
      return listed !== undefined && (settled > first || isListed(mark, listed));
    },
    stop: (): void => clearTimeout(timer),
  };
}

/** Goes on behind pages of nothing but other programs' documents, which would pass for an empty list. */
function untilFound(
  onWindow: WindowListener['onWindow'],
  grow: () => void,
): WindowListener['onWindow'] {
  return (window) => {
    const hidesMore = window.thoughts.length === 0 && window.more;
    if (!hidesMore || window.source === 'change') onWindow(window);
    if (hidesMore) grow();
  };
}

function join(pages: readonly Part[]): Pick<ThoughtWindow, 'thoughts' | 'more'> {
  const edge = pages.at(-1)?.edge;
  const thoughts = pages.flatMap((page) => page.thoughts).filter((thought) => thought !== null);
  return {
    thoughts: thoughts.filter(({ textID }) => textID !== edge?.id),
    more: edge !== undefined,
  };
}

/** Whether a document came in above the last known one: somebody dated it earlier, or the last one later. */
function hasInsertion(
  known: readonly QueryDocumentSnapshot[],
  next: readonly QueryDocumentSnapshot[],
): boolean {
  const ids = new Set(known.map(({ id }) => id));
  const last = known.at(-1);
  return (
    last !== undefined &&
    next.some((one) => !ids.has(one.id) && newestFirst(placeOf(one), placeOf(last)) < 0)
  );
}

function placeOf(document: QueryDocumentSnapshot): Pick<Thought, 'textID' | 'createdAt'> {
  return { textID: document.id, createdAt: document.get('createdAt') };
}

/** Listens to a query until unsubscribed; a lost listener, reported as null, is replaced with back-off. */
function keepListening(
  range: Query,
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
    const timer = setTimeout(listen, backoffDelay(attempt, MAX_BACKOFF_MS));
    stop = () => clearTimeout(timer);
    observe(null);
  };
  const listen = (): void => {
    // Only metadata tells when results begin to come from the cache.
    stop = onSnapshot(range, { includeMetadataChanges: true }, receive, replace);
  };

  listen();
  return () => stop();
}

/** Returns what delivers windows; thoughts may come in any order, and twice. */
export function createWindowEmitter(
  onWindow: WindowListener['onWindow'],
): WindowListener['onWindow'] {
  let known: ReadonlyMap<string, Thought> = new Map();
  return ({ thoughts: found, more, source }) => {
    known = new Map(
      found.map((thought) => [thought.textID, sameOr(known.get(thought.textID), thought)]),
    );
    onWindow({ thoughts: [...known.values()].toSorted(newestFirst), more, source });
  };
}
