import { useEffect, useState } from 'react';
import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { newThoughts } from '#client/components/waiting-pill.tsx';
import { announce } from '#client/live/announcer.ts';
import { useStore } from '#client/store/use-store.ts';
import type { Entry } from '#client/writing/overlay.ts';
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
export function useWaiting(board: Board, isBusy: boolean): Waiting {
  const entries = useStore(board.feed.entries);
  const [newest] = useStore(board.feed.state).thoughts;
  const [known, setKnown] = useState(newest);
  if (known !== newest && (!isBusy || known === undefined)) setKnown(newest);

  const waits = ({ thought }: Entry): boolean =>
    known !== undefined && thought.uID !== board.user.uid && newestFirst(thought, known) < 0;
  const shown = isBusy ? entries.filter((entry) => !waits(entry)) : entries;
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
      const first = entries.find(waits);
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
