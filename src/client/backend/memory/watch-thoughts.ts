import { PAGE_SIZE } from '#shared/limits.ts';
import type {
  LiveQuery,
  LiveQueryName,
  ThoughtWindow,
  WindowListener,
} from '#client/backend/backend.ts';
import type { MemoryDatabase } from './memory-database.ts';

interface WatchOptions {
  name: LiveQueryName;
  size: number;
  uid: string;
  listener: WindowListener;
}

/** Runs a live query over a database in memory. */
export function watchThoughts(
  database: MemoryDatabase,
  { name, size, uid, listener }: WatchOptions,
): LiveQuery {
  const author = name === 'own' ? uid : undefined;
  let wanted = size;
  let shown = 0;
  let isOpen = true;
  const deliver = (source: ThoughtWindow['source']): void => {
    if (!isOpen) return;
    const found = database.newest(wanted + 1, author);
    const thoughts = found.slice(0, wanted);
    shown = thoughts.length;
    listener.onWindow({ thoughts, more: found.length > wanted, source });
  };
  const unsubscribe = database.subscribe((change) => {
    if (author !== undefined && change.thought.uID !== author) return;
    // A new thought pushes no other one out of the window.
    if (change.type === 'added' && shown >= wanted) wanted += 1;
    deliver('change');
  });

  // As with any other backend, nothing is known before the caller has what it asked for.
  queueMicrotask(() => {
    if (isOpen) listener.onLive(true);
    deliver('read');
  });
  return {
    grow: () => {
      wanted += PAGE_SIZE;
      deliver('read');
    },
    shrink: (next) => {
      wanted = Math.min(wanted, next);
      deliver('read');
    },
    close: () => {
      isOpen = false;
      unsubscribe();
    },
  };
}
