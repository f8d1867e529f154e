import { useEffect, useMemo, useRef, useState } from 'react';
import { NAME } from '#shared/name.ts';
import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { cardOf } from '#client/components/list/motion.ts';
import { announceArrivals } from '#client/components/live-region.tsx';
import { useStore } from '#client/store/use-store.ts';
import { newThoughts } from '#client/words.ts';
import { scrollToTop } from './scroll.ts';
import { useUnseenOwn } from './unseen-own.ts';

/** The reader, and the newest thought that they know. */
interface Reader {
  uid: string;
  known: Thought | undefined;
}

/** Holds back new thoughts of others while the reader is busy; edits and removals always show. */
export function useNewPosts(board: Board, isBusy: boolean) {
  const thoughts = useStore(board.feed.optimistic);
  const [newest] = useStore(board.feed.state).thoughts;
  const [known, setKnown] = useState(newest);
  if (known !== newest && (!isBusy || known === undefined)) setKnown(newest);

  const { uid } = board.user;
  const shown = useMemo(
    () => (isBusy ? withoutNewPosts(thoughts, { known, uid }) : thoughts),
    [isBusy, thoughts, known, uid],
  );
  const waiting = thoughts.length - shown.length;
  const unseen = useUnseenOwn(thoughts, uid);
  const skipAnnouncement = useArrivalAnnouncements(thoughts, waiting, { known: newest, uid });

  return {
    shown,
    waiting,
    /** What the pill counts: one's own thoughts, too, where one did not see them come. */
    news: waiting + unseen.length,
    release: () => {
      const first = thoughts.find(
        (thought) => isNewPost(thought, { known, uid }) || unseen.includes(thought.textID),
      );
      setKnown(newest);
      skipAnnouncement();
      scrollToTop();
      requestAnimationFrame(() => cardOf(first?.textID)?.focus({ preventScroll: true }));
    },
  };
}

/** Announces how many new thoughts wait or arrived; returns what takes those of now for announced. */
function useArrivalAnnouncements(
  thoughts: readonly Thought[],
  waiting: number,
  { known: newest, uid }: Reader,
) {
  const said = useRef(newest);
  useEffect(() => {
    said.current ??= newest;
    const rest = withoutNewPosts(thoughts, { known: said.current, uid });
    const count = thoughts.length - rest.length;
    if (count === 0) return undefined;
    return announceArrivals(() => {
      said.current = newest;
      return newThoughts(waiting || count);
    });
  }, [thoughts, waiting, newest, uid]);
  return () => {
    said.current = newest;
  };
}

function isNewPost(thought: Thought, { known, uid }: Reader): boolean {
  return known !== undefined && thought.uID !== uid && newestFirst(thought, known) < 0;
}

/** The list without new posts; all of it when nothing known is left. */
export function withoutNewPosts<T extends Thought>(
  thoughts: readonly T[],
  reader: Reader,
): readonly T[] {
  const isNew = (thought: T): boolean => isNewPost(thought, reader);
  // Newest first: below the first known one of others there is nothing new.
  const known = thoughts.findIndex((thought) => thought.uID !== reader.uid && !isNew(thought));
  const end = known === -1 ? thoughts.length : known;
  const rest = [...thoughts.slice(0, end).filter((one) => !isNew(one)), ...thoughts.slice(end)];
  return rest.length === thoughts.length || rest.length === 0 ? thoughts : rest;
}

export function feedTitle(waiting: number): string {
  return waiting > 0 ? `(${waiting}) ${NAME}` : NAME;
}
