import { useMemo, useState } from 'react';
import { AddButton } from '#client/components/add-button.tsx';
import { AddDialog } from '#client/components/add-dialog.tsx';
import { ThoughtList } from '#client/components/thought-list.tsx';
import { NewPostsPill } from '#client/components/new-posts-pill.tsx';
import { announcement } from '#client/live/announcer.ts';
import { useStore } from '#client/store/use-store.ts';
import { announceCut, createCardActions } from './card-actions.ts';
import styles from './feed-page.module.css';
import { keepReadingPlace } from './reading-place.ts';
import { scrollToTop, useIsAtTop } from './scroll.ts';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { useBoard } from './use-board.ts';
import { useNewPosts } from './use-new-posts.ts';

/** Everyone's thoughts, and the way to add one. */
export function FeedPage() {
  const board = useBoard();
  const { isLoading, more } = useStore(board.feed.state);
  const entries = useStore(board.feed.entries);
  const { open, typed } = useStore(board.edits.state);
  const draft = useStore(board.draft) ?? '';
  const sentence = useStore(announcement);
  const isAtTop = useIsAtTop();
  const [isAdding, setAdding] = useState(false);
  const isEditing = entries.some(({ thought }) => thought.textID === open);
  const isBusy = !isAtTop || isAdding || isEditing;
  const { shown, waiting, release } = useNewPosts(board, isBusy);
  const actions = useMemo(() => createCardActions(board), [board]);
  const listRef = useMemo(() => keepReadingPlace(board.place, board.feed), [board]);

  return (
    <>
      <h1 ref={useArrivalFocus()} tabIndex={-1} className={styles['heading']}>
        Thoughts field
      </h1>
      <NewPostsPill count={waiting} onPress={release} />
      <ThoughtList
        items={shown}
        isLoading={isLoading}
        more={more}
        uid={board.user.uid}
        editing={open}
        typed={open === null ? undefined : typed[open]}
        actions={actions}
        onNearEnd={board.feed.grow}
        listRef={listRef}
      />
      <AddButton hasDraft={draft !== ''} onPress={() => setAdding(true)} />
      {isAdding && (
        <AddDialog
          draft={draft}
          sentence={sentence}
          onType={board.draft.set}
          onClose={(result) => {
            setAdding(false);
            if (result === 'add') {
              board.add(draft);
              scrollToTop();
            }
            if (result !== 'left') board.draft.set(null);
          }}
          onCut={announceCut}
        />
      )}
    </>
  );
}
