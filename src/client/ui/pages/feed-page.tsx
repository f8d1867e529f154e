import { useCallback, useDeferredValue, useState } from 'react';
import { NAME } from '#shared/name.ts';
import type { Board } from '#client/state/board.ts';
import buttonStyles from '#client/ui/components/button.module.css';
import { IconButton } from '#client/ui/components/button.tsx';
import { Icon } from '#client/ui/components/icon.tsx';
import { ThoughtList } from '#client/ui/components/list/thought-list.tsx';
import { focusTarget, passFocusOn } from '#client/ui/input/focus.ts';
import { useNewPosts } from '#client/ui/reading/new-posts.ts';
import { watchReader } from '#client/ui/reading/reader-activity.ts';
import { keepReadingPlace } from '#client/ui/reading/reading-place.ts';
import { createStore } from '#client/store/store.ts';
import { useStore } from '#client/store/use-store.ts';
import { newThoughts, WORDS } from '#client/ui/words.ts';
import addButton from './add-button.module.css';
import { useComposer } from './composer.tsx';
import pill from './new-posts-pill.module.css';

const LEAST_CARD_PX = 120;

export function FeedPage({ board }: { board: Board }) {
  const { feed } = board;
  const { isLoading, more } = useStore(feed.state);
  const cards = useStore(feed.cards);
  const { isOpen, waiting: text, write, dialog } = useComposer(board);
  const [activity] = useState(() => createStore(false));
  const isEditing = cards.some(({ mode }) => mode === 'editing');
  const isBusy = useStore(activity) || isOpen || isEditing;
  const { shown, waiting, news, release } = useNewPosts(board, isBusy);
  // The cards of the first screen are drawn first; but a place further down is only restored among all cards.
  const isWhole = useDeferredValue(cards.length > 0, false) || feed.place.get() !== null;
  const onScreen = isWhole ? shown : shown.slice(0, Math.ceil(innerHeight / LEAST_CARD_PX));
  const listRef = useCallback(
    (list: HTMLElement) => {
      const stops = [keepReadingPlace(list, feed), watchReader(list, activity)];
      return () => stops.forEach((stop) => stop());
    },
    [activity, feed],
  );

  return (
    <>
      <title>{waiting > 0 ? `(${waiting}) ${NAME}` : NAME}</title>
      <h1 ref={focusTarget('heading')} tabIndex={-1} className="shell-heading">
        {WORDS.feed.heading}
      </h1>
      {news > 0 && (
        <div className={pill['holder']}>
          <button
            // It goes as the reader scrolls to the top.
            ref={passFocusOn}
            type="button"
            data-variant="filled"
            className={`${buttonStyles['button']} ${pill['pill']}`}
            onClick={release}
          >
            {newThoughts(news)}
          </button>
        </div>
      )}
      <AddButton waiting={text} onClick={write} />
      <ThoughtList
        label={WORDS.feed.list}
        cards={onScreen}
        actions={board.cardActions}
        isLoading={isLoading}
        more={more && isWhole}
        onNearEnd={feed.grow}
        listRef={listRef}
        onWrite={write}
      />
      {dialog}
    </>
  );
}

interface AddButtonProps {
  waiting: ReturnType<typeof useComposer>['waiting'];
  onClick: () => void;
}

/** The round button over the feed, with a dot while a draft waits, or an arrow while a deleted text does. */
function AddButton({ waiting, onClick }: AddButtonProps) {
  return (
    <div className={addButton['holder']}>
      <IconButton
        title={WORDS.feed.add}
        aria-describedby={waiting && 'what-waits'}
        className={addButton['button']}
        onClick={onClick}
      >
        <Icon of="plus" />
        {waiting && (
          <span
            id="what-waits"
            role="img"
            aria-label={waiting === 'draft' ? WORDS.feed.draftWaits : WORDS.feed.deletedWaits}
            className={addButton[waiting]}
          >
            {waiting === 'deleted' && <Icon of="undo" />}
          </span>
        )}
      </IconButton>
    </div>
  );
}
