import { memo, useCallback, useMemo, useState, type RefCallback } from 'react';
import type { Thought } from '#shared/thought.ts';
import { EmptyBoard } from './empty-board.tsx';
import { SkeletonList } from './skeleton-list.tsx';
import { createChunks } from './chunks.ts';
import { foldRemoved } from './fold-removed.ts';
import { ThoughtCard, type CardActions } from './thought-card.tsx';
import styles from './thought-list.module.css';

/** About how high a card is, an own one, and the gap between two, in rem, until they are seen. */
const HEIGHT = 5.4;
const OWN_HEIGHT = 5.4;
const GAP = 0.75;

/** So many photos are loaded at once. */
const EAGER_PHOTOS = 8;

/** One card's worth. */
interface Item {
  thought: Thought;
  isPending: boolean;
}

interface ThoughtListProps {
  items: readonly Item[];
  isLoading: boolean;
  /** Older thoughts can be asked for. */
  more: boolean;
  /** The reader's uid: their own cards have controls. */
  uid: string;
  /** The one card in edit mode, by its thought. */
  editing: string | null;
  /** What was typed into that card, if anything. */
  typed: string | undefined;
  actions: CardActions;
  /** The reader nears the end of what is loaded. */
  onNearEnd: () => void;
  listRef?: RefCallback<HTMLElement>;
}

/** A list of thoughts, newest first, with its loading and its empty picture. */
export const ThoughtList = memo(function ThoughtList(props: ThoughtListProps) {
  const { items, isLoading, more, uid, editing, typed, actions, onNearEnd, listRef } = props;
  const [divide] = useState(() => createChunks<Item>());
  const chunks = useMemo(() => divide(items), [divide, items]);
  if (isLoading && items.length === 0) return <SkeletonList />;
  if (items.length === 0) return <EmptyBoard />;
  return (
    <div role="list" ref={listRef} className={styles['list']}>
      {chunks.map(({ number, items: cards }, index) => {
        const isEdited = cards.some(({ thought }) => thought.textID === editing);
        return (
          <CardChunk
            key={number}
            items={cards}
            isFirst={index === 0}
            uid={uid}
            editing={isEdited ? editing : null}
            typed={isEdited ? typed : undefined}
            actions={actions}
          />
        );
      })}
      {more && <EndMark key={items.length} onNear={onNearEnd} />}
    </div>
  );
});

interface CardChunkProps extends Pick<
  ThoughtListProps,
  'items' | 'uid' | 'editing' | 'typed' | 'actions'
> {
  isFirst: boolean;
}

/** Some neighbours of the list: drawn anew, laid out and painted only as a whole. */
const CardChunk = memo(function CardChunk(props: CardChunkProps) {
  const { items, isFirst, uid, editing, typed, actions } = props;
  // Guessed only once: a change of this style would make the browser let go of the reader's place.
  const [height] = useState(() => guessHeight(items, uid));
  return (
    <div
      ref={foldRemoved}
      className={styles['chunk']}
      style={{ containIntrinsicBlockSize: `auto ${height}rem` }}
    >
      {items.map(({ thought, isPending }, index) => (
        <div
          key={thought.textID}
          role="listitem"
          tabIndex={-1}
          className={styles['item']}
          data-text-id={thought.textID}
        >
          <ThoughtCard
            thought={thought}
            isPending={isPending}
            isOwn={thought.uID === uid}
            isFirst={isFirst && index < EAGER_PHOTOS}
            edited={editing === thought.textID ? (typed ?? thought.text) : null}
            actions={actions}
          />
        </div>
      ))}
    </div>
  );
});

/** The height of these cards together, in rem. */
function guessHeight(items: readonly Item[], uid: string): number {
  const heights = items.map(({ thought }) => (thought.uID === uid ? OWN_HEIGHT : HEIGHT));
  return heights.reduce((sum, height) => sum + height + GAP, -GAP);
}

/** Calls when it comes within two screens of view; a new key makes it look again. */
function EndMark({ onNear }: { onNear: () => void }) {
  const watchView = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting) onNear();
        },
        { rootMargin: '200% 0px' },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [onNear],
  );
  return <div ref={watchView} aria-hidden="true" />;
}
