import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isSameList, type Thought } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { newThoughts } from '#client/words.ts';
import { useStore } from '#client/store/use-store.ts';
import { announceArrivals, forgetArrivals } from './announcer.ts';
import { isNewPost, withoutNewPosts } from './new-posts.ts';
import { scrollToTop } from './scroll.ts';

/** Keeps a busy reader's list still: newer thoughts of others wait; edits and removals always show. */
export function useNewPosts(board: Board, isBusy: boolean) {
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

  useArrivalAnnouncements({ thoughts, newest, waiting, uid });

  return {
    shown,
    waiting,
    release: () => {
      const first = thoughts.find((thought) => isNewPost(thought, { known, uid }));
      setKnown(newest);
      scrollToTop();
      requestAnimationFrame(() => focusCard(first));
    },
  };
}

interface Arrivals {
  thoughts: readonly Thought[];
  newest: Thought | undefined;
  waiting: number;
  uid: string;
}

function useArrivalAnnouncements({ thoughts, newest, waiting, uid }: Arrivals): void {
  const known = useRef(newest);
  const unsaid = useRef(0);
  const say = useCallback((): string => {
    const count = unsaid.current;
    unsaid.current = 0;
    return newThoughts(count);
  }, []);

  useEffect(() => {
    unsaid.current = waiting;
    if (waiting > 0) announceArrivals(say);
    // They are shown by now.
    else forgetArrivals();
  }, [waiting, say]);
  useEffect(() => {
    const before = withoutNewPosts(thoughts, { known: known.current, uid });
    const count = thoughts.length - before.length;
    known.current = newest;
    if (count === 0 || waiting > 0) return;
    unsaid.current += count;
    announceArrivals(say);
  }, [thoughts, newest, waiting, uid, say]);
  useEffect(() => forgetArrivals, []);
}

/** The same list as long as it holds the same, so that what waits elsewhere draws none again. */
function useSameList<T>(list: readonly T[]): readonly T[] {
  const [last, setLast] = useState(list);
  if (isSameList(list, last)) return last;
  setLast(list);
  return list;
}

function focusCard(thought: Thought | undefined): void {
  if (thought === undefined) return;
  const selector = `[data-text-id="${CSS.escape(thought.textID)}"]`;
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}
