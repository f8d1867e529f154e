import { useEffect, useMemo, useState } from 'react';
import type { Thought } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { newThoughts } from '#client/components/new-posts-pill.tsx';
import { announceArrivals } from '#client/live/announcer.ts';
import { useStore } from '#client/store/use-store.ts';
import type { Entry } from '#client/writing/optimistic.ts';
import { feedTitle, isNewPost, withoutNewPosts } from './new-posts.ts';
import { scrollToTop } from './scroll.ts';
import { useTitle } from './use-title.ts';

interface NewPosts {
  shown: readonly Entry[];
  waiting: number;
  /** Shows what waits: goes to the top and to the first of it. */
  release: () => void;
}

/**
 * Keeps a busy reader's list still: thoughts of others that are newer than what they know wait, and
 * come in when they ask or are no longer busy. Edits and removals always show.
 */
export function useNewPosts(board: Board, isBusy: boolean): NewPosts {
  const entries = useStore(board.feed.entries);
  const [newest] = useStore(board.feed.state).thoughts;
  const [known, setKnown] = useState(newest);
  if (known !== newest && (!isBusy || known === undefined)) setKnown(newest);

  const { uid } = board.user;
  // The same array as long as nothing changed, so that what happens elsewhere draws no list again.
  const shown = useMemo(
    () => (isBusy ? withoutNewPosts(entries, { known, uid }) : entries),
    [isBusy, entries, known, uid],
  );
  const waiting = entries.length - shown.length;

  useTitle(feedTitle(waiting));
  useEffect(() => {
    if (waiting > 0) announceArrivals(newThoughts(waiting));
  }, [waiting]);

  return {
    shown,
    waiting,
    release: () => {
      const first = entries.find((entry) => isNewPost(entry, { known, uid }));
      setKnown(newest);
      scrollToTop();
      requestAnimationFrame(() => focusCard(first?.thought));
    },
  };
}

function focusCard(thought: Thought | undefined): void {
  if (thought === undefined) return;
  const selector = `[data-text-id="${CSS.escape(thought.textID)}"]`;
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}
