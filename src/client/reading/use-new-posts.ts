import { useEffect, useMemo, useState } from 'react';
import { isSameList } from '#shared/same-list.ts';
import type { Thought } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { useStore } from '#client/store/use-store.ts';
import type { OptimisticThought } from '#client/writing/optimistic.ts';
import { showAppBadge } from './show-app-badge.ts';
import { firstSeenOf, untilSeen } from './left-off.ts';
import { isNewPost, withoutNewPosts } from './new-posts.ts';
import { scrollToTop } from './scroll.ts';
import { useHidden } from './use-hidden.ts';
import { useArrivalAnnouncements } from './use-arrival-announcements.ts';

interface NewPosts {
  shown: readonly OptimisticThought[];
  waiting: number;
  /** The id of the first thought seen before the reader left off, while a line marks it. */
  firstSeen: string | undefined;
  /** Shows what waits: goes to the top and to the first of it. */
  release: () => void;
}

/**
 * Keeps a busy reader's list still: thoughts of others that are newer than what they know wait, and
 * come in when they ask or are no longer busy. Edits and removals always show.
 */
export function useNewPosts(board: Board, isBusy: boolean): NewPosts {
  const thoughts = useStore(board.feed.optimistic);
  const [newest] = useStore(board.feed.state).thoughts;
  const [known, setKnown] = useState(newest);
  if (known !== newest && (!isBusy || known === undefined)) setKnown(newest);

  const { uid } = board.user;
  const shown = useSameList(
    useMemo(
      () => (isBusy ? withoutNewPosts(thoughts, { known, uid }) : thoughts),
      [isBusy, thoughts, known, uid],
    ),
  );
  const waiting = thoughts.length - shown.length;
  const [firstSeen, setLeftOff] = useLeftOff(shown, { known, uid, isWaiting: waiting > 0 });

  useArrivalAnnouncements({ thoughts, newest, waiting, uid });
  useEffect(() => {
    showAppBadge(waiting);
  }, [waiting]);
  useEffect(() => () => showAppBadge(0), []);

  return {
    shown,
    waiting,
    firstSeen,
    release: () => {
      const first = thoughts.find((thought) => isNewPost(thought, { known, uid }));
      setLeftOff(known);
      setKnown(newest);
      scrollToTop();
      requestAnimationFrame(() => focusCard(first));
    },
  };
}

/** The same list as long as it holds the same, so that what waits elsewhere draws none again. */
function useSameList<T>(list: readonly T[]): readonly T[] {
  const [last, setLast] = useState(list);
  if (isSameList(list, last)) return last;
  setLast(list);
  return list;
}

interface Reading {
  known: Thought | undefined;
  uid: string;
  isWaiting: boolean;
}

/**
 * Remembers what the reader had seen when the tab was hidden, until they have gone through what is
 * new; returns the id of the first thought seen, and how to leave off anywhere else.
 */
function useLeftOff(
  shown: readonly Thought[],
  { known, uid, isWaiting }: Reading,
): [string | undefined, (seen: Thought | undefined) => void] {
  const isHidden = useHidden();
  const [wasHidden, setWasHidden] = useState(isHidden);
  const [leftOff, setLeftOff] = useState<Thought>();
  if (isHidden !== wasHidden) {
    setWasHidden(isHidden);
    if (isHidden) setLeftOff(known);
  }
  const firstSeen = useMemo(
    () => firstSeenOf(shown, { known: leftOff, uid }),
    [shown, leftOff, uid],
  );
  const isLineShown = firstSeen !== undefined;
  // Nothing is over as long as all that is new still waits to be shown.
  const catchingUp = !isHidden && (isLineShown || !isWaiting) ? leftOff : undefined;
  useEffect(() => {
    if (catchingUp === undefined) return undefined;
    return untilSeen(isLineShown, () => setLeftOff(undefined));
  }, [catchingUp, isLineShown]);
  return [firstSeen, setLeftOff];
}

function focusCard(thought: Thought | undefined): void {
  if (thought === undefined) return;
  const selector = `[data-text-id="${CSS.escape(thought.textID)}"]`;
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}
