import { useEffect, useMemo, useRef, useState } from 'react';
import { NAME } from '#shared/name.ts';
import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import type { CardView } from '#client/card-view.ts';
import { announceArrivals } from '#client/components/live-region.tsx';
import { useStore } from '#client/store/use-store.ts';
import { newThoughts } from '#client/words.ts';
import { moveFocus } from '#client/input/focus.ts';
import { scrollToTop } from './scroll.ts';
import { useUnseenOwn } from './unseen-own.ts';

/** The reader, and the newest thought that they know. */
interface Reader {
  uid: string;
  known: Thought | undefined;
}

/** Holds back new thoughts of others while the reader is busy; edits and removals always show. */
export function useNewPosts(board: Board, isBusy: boolean) {
  const cards = useStore(board.feed.cards);
  const [newest] = useStore(board.feed.state).thoughts;
  const [known, setKnown] = useState(newest);
  if (known !== newest && !isBusy) setKnown(newest);

  const { uid } = board.user;
  const shown = useMemo(() => withoutNewPosts(cards, { known, uid }), [cards, known, uid]);
  const waiting = cards.length - shown.length;
  const unseen = useUnseenOwn(cards);
  useArrivalAnnouncements(cards, { known: newest, uid });

  return {
    shown,
    waiting,
    /** What the pill counts: the reader's own thoughts, too, where they did not see them come in. */
    news: waiting + unseen.length,
    release: () => {
      const first = cards.find(
        (card) => isNewPost(card, { known, uid }) || unseen.includes(card.thought.textID),
      );
      scrollToTop();
      moveFocus(first ? [`card ${first.thought.textID}`] : [], () => setKnown(newest));
    },
  };
}

/** Announces how many new thoughts wait or arrived. */
function useArrivalAnnouncements(cards: readonly CardView[], { known: newest, uid }: Reader) {
  const said = useRef(newest);
  useEffect(() => {
    said.current ??= newest;
    const rest = withoutNewPosts(cards, { known: said.current, uid });
    const count = cards.length - rest.length;
    if (count === 0) return undefined;
    return announceArrivals(() => {
      said.current = newest;
      return newThoughts(count);
    });
  }, [cards, newest, uid]);
}

function isNewPost({ thought }: CardView, { known, uid }: Reader): boolean {
  return known !== undefined && thought.uID !== uid && newestFirst(thought, known) < 0;
}

/** The list without new posts; all of it when nothing known is left. */
export function withoutNewPosts(cards: readonly CardView[], reader: Reader): readonly CardView[] {
  // The list is newest first: below the first known thought of others there is nothing new.
  const known = cards.findIndex(
    (card) => card.thought.uID !== reader.uid && !isNewPost(card, reader),
  );
  const end = known === -1 ? cards.length : known;
  const top = cards.slice(0, end).filter((card) => !isNewPost(card, reader));
  const rest = top.length === end ? cards : [...top, ...cards.slice(end)];
  return rest.length === 0 ? cards : rest;
}

export function feedTitle(waiting: number): string {
  return waiting > 0 ? `(${waiting}) ${NAME}` : NAME;
}
