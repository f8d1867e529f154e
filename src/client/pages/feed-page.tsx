import { startTransition, useCallback, useEffect, useState } from 'react';
import type { Board } from '#client/board.ts';
import buttonStyles from '#client/components/button.module.css';
import { IconButton } from '#client/components/button.tsx';
import { Icon } from '#client/components/icon.tsx';
import { ThoughtList } from '#client/components/list/thought-list.tsx';
import { focusTarget, moveFocus } from '#client/input/focus.ts';
import { feedTitle, useNewPosts } from '#client/reading/new-posts.ts';
import { watchReader } from '#client/reading/reader-activity.ts';
import { keepReadingPlace } from '#client/reading/reading-place.ts';
import { createStore } from '#client/store/store.ts';
import { useStore } from '#client/store/use-store.ts';
import { newThoughts, WORDS } from '#client/words.ts';
import addButton from './add-button.module.css';
import { useComposer } from './composer.tsx';
import pill from './new-posts-pill.module.css';

const LEAST_CARD_PX = 120;

export function FeedPage({ board }: { board: Board }) {
  const { feed } = board;
  const { isLoading, more } = useStore(feed.state);
  const cards = useStore(feed.cards);
  const { isOpen, hasDraft, hasDeleted, write, dialog } = useComposer(board);
  const [activity] = useState(() => createStore(false));
  const isEditing = cards.some(({ mode }) => mode === 'editing');
  const isBusy = useStore(activity) || isOpen || isEditing;
  const { shown, waiting, news, release } = useNewPosts(board, isBusy);
  // Restoring a place further down needs all cards.
  const onScreen = useFirstScreen(shown, feed.place.get() !== null);
  const listRef = useCallback(
    (list: HTMLElement) => {
      const stops = [keepReadingPlace(list, feed), watchReader(list, activity)];
      return () => stops.forEach((stop) => stop());
    },
    [activity, feed],
  );

  return (
    <>
      <title>{feedTitle(waiting)}</title>
      <h1 ref={focusTarget('heading')} tabIndex={-1} className="shell-heading">
        {WORDS.feed.heading}
      </h1>
      {news > 0 && <NewPostsPill count={news} onClick={release} />}
      <AddButton {...{ hasDraft, hasDeleted }} onClick={write} />
      <ThoughtList
        cards={onScreen}
        actions={board.cardActions}
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

/** Renders the first screen's cards first, and the rest after. */
function useFirstScreen<T>(items: readonly T[], isAll: boolean): readonly T[] {
  const [isFirst, setIsFirst] = useState(!isAll);
  const hasItems = items.length > 0;
  useEffect(() => {
    if (hasItems) startTransition(() => setIsFirst(false));
  }, [hasItems]);
  const first = Math.ceil(innerHeight / LEAST_CARD_PX);
  return isFirst && items.length > first ? items.slice(0, first) : items;
}

/** Offers the thoughts that arrived while the reader was busy; it overlays the feed. */
function NewPostsPill({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <div ref={keepRoom} className={pill['holder']}>
      <button
        ref={passFocusOn}
        type="button"
        data-variant="filled"
        className={`${buttonStyles['button']} ${pill['pill']}`}
        onClick={onClick}
      >
        {newThoughts(count)}
      </button>
    </div>
  );
}

/** While the pill is shown, focused elements scroll into view below it; see app.css. */
function keepRoom(): () => void {
  const { dataset } = document.documentElement;
  dataset['pill'] = 'shown';
  return () => {
    delete dataset['pill'];
  };
}

/** Moves the focus to the heading when the pill goes, as the reader scrolls to the top. */
function passFocusOn(button: HTMLElement | null): () => void {
  return () => {
    if (document.activeElement === button) moveFocus(['heading']);
  };
}

interface AddButtonProps {
  hasDraft: boolean;
  hasDeleted: boolean;
  onClick: () => void;
}

/** The round button over the feed, with a dot while a draft waits, or an arrow while a deleted text does. */
function AddButton({ hasDraft, hasDeleted, onClick }: AddButtonProps) {
  const sign = hasDraft ? 'dot' : 'arrow';
  return (
    <div className={addButton['holder']}>
      <IconButton
        title={WORDS.feed.add}
        aria-describedby={hasDraft || hasDeleted ? 'what-waits' : undefined}
        className={addButton['button']}
        onClick={onClick}
      >
        <Icon of="plus" />
        {(hasDraft || hasDeleted) && (
          <span
            id="what-waits"
            role="img"
            aria-label={hasDraft ? WORDS.feed.draftWaits : WORDS.feed.putBack}
            className={addButton[sign]}
          >
            {hasDeleted && <Icon of="undo" />}
          </span>
        )}
      </IconButton>
    </div>
  );
}
