import { startTransition, useCallback, useEffect, useState } from 'react';
import { AddButton } from '#client/components/add-button.tsx';
import { ThoughtList } from '#client/components/list/thought-list.tsx';
import { NewPostsPill } from '#client/components/new-posts-pill.tsx';
import { feedTitle, useNewPosts } from '#client/reading/new-posts.ts';
import { createReaderActivity } from '#client/reading/reader-activity.ts';
import { keepReadingPlace } from '#client/reading/reading-place.ts';
import { useStore } from '#client/store/use-store.ts';
import { WORDS } from '#client/words.ts';
import { useComposer } from './composer.tsx';
import { useBoard } from './use-board.ts';

const LEAST_CARD_PX = 120;

export function FeedPage() {
  const board = useBoard();
  const { feed } = board;
  const { isLoading, more } = useStore(feed.state);
  const thoughts = useStore(feed.optimistic);
  const { isOpen, hasDraft, write, dialog } = useComposer();
  const [activity] = useState(createReaderActivity);
  const { subscribe, openCard } = board.cardEdit;
  const hasOpenCard = useStore({
    subscribe,
    get: () => thoughts.some(({ textID }) => textID === openCard()),
  });
  const isBusy = useStore(activity.isBusy) || isOpen || hasOpenCard;
  const { shown, waiting, release } = useNewPosts(board, isBusy);
  // A reader who comes back to a place further down needs all of them.
  const onScreen = useFirstScreen(shown, feed.place.get() !== null);
  const listRef = useCallback(
    (list: HTMLElement) => {
      const stops = [keepReadingPlace(list, feed), activity.listRef(list)];
      return () => stops.forEach((stop) => stop());
    },
    [activity, feed],
  );

  return (
    <>
      <title>{feedTitle(waiting)}</title>
      <h1 tabIndex={-1} className="shell-heading">
        {WORDS.feed.heading}
      </h1>
      <NewPostsPill count={waiting} onClick={release} />
      <AddButton hasDraft={hasDraft} onClick={write} />
      <ThoughtList
        board={board}
        thoughts={onScreen}
        isLoading={isLoading}
        more={more && onScreen === shown}
        onNearEnd={feed.grow}
        listRef={listRef}
        onWrite={write}
      />
      {dialog}
    </>
  );
}

/** Gives the first screen's cards alone at first: the rest need not be drawn before it is seen. */
function useFirstScreen<T>(items: readonly T[], isAll: boolean): readonly T[] {
  const [isFirst, setIsFirst] = useState(!isAll);
  const hasItems = items.length > 0;
  useEffect(() => {
    if (hasItems) startTransition(() => setIsFirst(false));
  }, [hasItems]);
  const first = Math.ceil(innerHeight / LEAST_CARD_PX);
  return isFirst && items.length > first ? items.slice(0, first) : items;
}
