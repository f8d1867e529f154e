import { useEffect, useMemo, useState } from 'react';
import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { newThoughts } from '#client/components/new-posts-pill.tsx';
import { announce } from '#client/live/announcer.ts';
import { useStore } from '#client/store/use-store.ts';
import type { Entry } from '#client/writing/optimistic.ts';
import { scrollToTop } from './scroll.ts';

interface Waiting {
  /** The entries to show, newest first. */
  shown: readonly Entry[];
  /** How many thoughts of others wait to be shown. */
  waiting: number;
  /** Shows what waits: goes to the top and to the first of it. */
  release: () => void;
}

/**
 * Keeps a busy reader's list still: thoughts of others that are newer than what they know wait, and
 * come in when they ask or are no longer busy. Edits and removals always show.
 */
export function useNewPosts(board: Board, isBusy: boolean): Waiting {
  const entries = useStore(board.feed.entries);
  const [newest] = useStore(board.feed.state).thoughts;
  const [known, setKnown] = useState(newest);
  if (known !== newest && (!isBusy || known === undefined)) setKnown(newest);

  const { uid } = board.user;
  // The same array as long as nothing changed, so that what happens elsewhere draws no list anew.
  const shown = useMemo(
    () => (isBusy ? withoutWaiting(entries, known, uid) : entries),
    [isBusy, entries, known, uid],
  );
  const waiting = entries.length - shown.length;

  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Thought Cloud` : 'Thought Cloud';
    if (waiting > 0) announce(newThoughts(waiting));
    return () => {
      document.title = 'Thought Cloud';
    };
  }, [waiting]);

  return {
    shown,
    waiting,
    release: () => {
      const first = entries.find((entry) => waits(entry, known, uid));
      setKnown(newest);
      scrollToTop();
      requestAnimationFrame(() => focusCard(first?.thought));
    },
  };
}

/** Whether a thought is someone else's and newer than the newest one known. */
function waits({ thought }: Entry, known: Thought | undefined, uid: string): boolean {
  return known !== undefined && thought.uID !== uid && newestFirst(thought, known) < 0;
}

function withoutWaiting(
  entries: readonly Entry[],
  known: Thought | undefined,
  uid: string,
): readonly Entry[] {
  const rest = entries.filter((entry) => !waits(entry, known, uid));
  return rest.length === entries.length ? entries : rest;
}

function focusCard(thought: Thought | undefined): void {
  if (thought === undefined) return;
  const selector = `[data-text-id="${CSS.escape(thought.textID)}"]`;
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}
