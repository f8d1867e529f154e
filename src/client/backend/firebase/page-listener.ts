import type { Query, QueryDocumentSnapshot, QuerySnapshot } from 'firebase/firestore';
import type { Thought } from '#shared/thought.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';
import { keepListening } from './keep-listening.ts';
import { thoughtOf } from './thought-document.ts';

export interface PageListener {
  /** The server's latest result, newest first; null before the first. */
  result: () => PageResult | null;
  /** Whether the result is that of now. */
  isLive: () => boolean;
  close: Unsubscribe;
}

/** The documents of a page, and for each its thought; null where it holds none. */
export interface PageResult {
  documents: readonly QueryDocumentSnapshot[];
  thoughts: readonly (Thought | null)[];
}

/** Listens to a part of a query. `onChange` says whether a first result was read, or it changed. */
export function listenToPage(
  part: Query,
  onChange: (source: 'read' | 'change') => void,
): PageListener {
  // Kept beside the SDK's own view, so that a change costs the reading of one document.
  const thoughts = new Map<string, Thought | null>();
  let result: PageResult | null = null;
  let isLive = false;

  const receive = (snapshot: QuerySnapshot): void => {
    for (const { type, doc } of snapshot.docChanges()) {
      if (type === 'removed') thoughts.delete(doc.id);
      else thoughts.set(doc.id, thoughtOf(doc));
    }
    isLive = !snapshot.metadata.fromCache;
    if (!isLive) return onChange('change');
    const source = result === null ? 'read' : 'change';
    const documents = snapshot.docs;
    result = { documents, thoughts: documents.map(({ id }) => thoughts.get(id) ?? null) };
    onChange(source);
  };
  const close = keepListening(part, {
    onSnapshot: receive,
    onLost: () => {
      isLive = false;
      onChange('change');
    },
  });

  return { result: () => result, isLive: () => isLive, close };
}
