import {
  endBefore,
  limit,
  query,
  startAfter,
  startAt,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
} from 'firebase/firestore';
import { PAGE_SIZE } from '#shared/limits.ts';
import type { Thought } from '#shared/thought.ts';
import { thoughtOf } from './document.ts';
import { keepListening } from './keep-listening.ts';

export interface Pages {
  /** Newest first, but for moments; one may be there twice. */
  thoughts: readonly Thought[];
  more: boolean;
}

export type PageListeners = ReturnType<typeof listenInPages>;

export interface PageOptions {
  /** The newest document, where the first page starts; null when the query finds none. */
  newest: QueryDocumentSnapshot | null;
  size: number;
  /** Called when a page is read, when one that was read has changed, and when `isLive` may have. */
  onChange: (source: 'read' | 'change') => void;
}

interface Page {
  size: number;
  listener: PageListener;
}

/** Listens above the newest document, without limit, and to pages from it on: none is read twice. */
export function listenInPages(thoughts: Query, { newest, size, onChange }: PageOptions) {
  const above = newest === null ? thoughts : query(thoughts, endBefore(newest));
  const pages: Page[] = [{ size: Infinity, listener: listenToPage(above, onChange) }];
  const openPage = (below: Query, pageSize: number): void => {
    const part = query(below, limit(pageSize + 1));
    pages.push({ size: pageSize, listener: listenToPage(part, onChange) });
  };
  if (newest !== null) openPage(query(thoughts, startAt(newest)), size);
  const atFirst = pages.length;
  const read = () => pages.filter(({ listener }) => listener.result() !== null);

  return {
    pages: () => (read().length < atFirst ? null : join(read())),
    isLive: () => read().length >= atFirst && read().every(({ listener }) => listener.isLive()),
    grow: (): void => {
      const last = pages.at(-1);
      const edge = last?.listener.result()?.documents.at(-1);
      if (last === undefined || edge === undefined || !hasMore(last)) return;
      openPage(query(thoughts, startAfter(edge)), PAGE_SIZE);
    },
    close: (): void => {
      for (const { listener } of pages) listener.close();
    },
  };
}

/** The one beyond a page is shown with the next page, which starts after it. */
function join(pages: readonly Page[]): Pages {
  const last = pages.at(-1);
  const thoughts = pages.flatMap((page) =>
    (page.listener.result()?.thoughts ?? []).slice(0, page === last ? page.size : undefined),
  );
  return {
    thoughts: thoughts.filter((thought) => thought !== null),
    more: last !== undefined && hasMore(last),
  };
}

function hasMore({ size, listener }: Page): boolean {
  return (listener.result()?.documents ?? []).length > size;
}

interface PageResult {
  documents: readonly QueryDocumentSnapshot[];
  thoughts: readonly (Thought | null)[];
}

type PageListener = ReturnType<typeof listenToPage>;

function listenToPage(part: Query, onChange: (source: 'read' | 'change') => void) {
  let result: PageResult | null = null;
  let isLive = false;

  const receive = (snapshot: QuerySnapshot): void => {
    isLive = !snapshot.metadata.fromCache;
    if (!isLive) return onChange('change');
    const source = result === null ? 'read' : 'change';
    result = { documents: snapshot.docs, thoughts: snapshot.docs.map(thoughtOf) };
    onChange(source);
  };
  const close = keepListening(part, {
    onSnapshot: receive,
    onLost: () => {
      isLive = false;
      onChange('change');
    },
  });

  return {
    result: () => result,
    isLive: () => isLive,
    close,
  };
}
