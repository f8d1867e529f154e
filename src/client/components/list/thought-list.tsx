import { memo, useCallback, useMemo, useRef, useState } from 'react';
import type { Thought } from '#shared/thought.ts';
import { ListShownContext } from '#client/components/card/list-shown.ts';
import { ThoughtCard, type ListedThought } from '#client/components/card/thought-card.tsx';
import { EmptyBoard } from './empty-board.tsx';
import { SkeletonList } from './skeleton-list.tsx';
import { createChunks } from './chunks.ts';
import { finishOutOfView } from './finish-out-of-view.ts';
import { foldRemoved } from './fold-removed.ts';
import styles from './thought-list.module.css';
import { useFocusRescue } from './use-focus-rescue.ts';

/** About how high a card is, and the gap between two, in rem, until they are seen. */
const HEIGHT = 5.4;
const GAP = 0.75;

/** So many photos are loaded at once. */
const EAGER_PHOTOS = 8;

interface ThoughtListProps {
  thoughts: readonly ListedThought[];
  isLoading: boolean;
  more: boolean;
  /** The reader nears the end of what is loaded. */
  onNearEnd: () => void;
  /** The id of the thought above which a line says that the reader left off there. */
  firstSeen?: string | undefined;
  /** Is called with the list when it is there; may return what to do when it goes. */
  listRef?: (list: HTMLElement) => (() => void) | undefined;
}

/** A list of thoughts, newest first, with its loading and its empty picture. */
export const ThoughtList = memo(function ThoughtList(props: ThoughtListProps) {
  const { thoughts, isLoading, more, onNearEnd, firstSeen, listRef } = props;
  const [divide] = useState(() => createChunks<ListedThought>());
  const chunks = useMemo(() => divide(thoughts), [divide, thoughts]);
  const focusRescue = useFocusRescue(thoughts);
  const shown = useRef(false);
  const setList = useCallback(
    (list: HTMLElement | null) => {
      shown.current = true;
      const stop = list && listRef?.(list);
      return () => {
        shown.current = false;
        stop?.();
      };
    },
    [listRef],
  );
  if (thoughts.length === 0) return isLoading ? <SkeletonList /> : <EmptyBoard />;
  return (
    <ListShownContext value={shown}>
      <div role="list" ref={setList} className={styles['list']} {...focusRescue}>
        {chunks.map(({ number, items }, index) => (
          <CardChunk
            key={number}
            thoughts={items}
            isFirst={index === 0}
            // Only to the chunk that has it, so that no other is drawn again.
            firstSeen={hasCard(items, firstSeen) ? firstSeen : null}
          />
        ))}
        {more && <EndMark key={thoughts.length} onNear={onNearEnd} />}
      </div>
      {/* What is there before the first answer is the reader's own, and not all. */}
      {isLoading && (
        <div className={styles['loading']}>
          <SkeletonList />
        </div>
      )}
    </ListShownContext>
  );
});

interface CardChunkProps extends Pick<ThoughtListProps, 'thoughts'> {
  isFirst: boolean;
  firstSeen: string | null | undefined;
}

/** Some neighbours of the list: drawn again, laid out and painted only as a whole. */
const CardChunk = memo(function CardChunk(props: CardChunkProps) {
  const { thoughts, isFirst, firstSeen } = props;
  // Guessed only once: a change of this style would make the browser let go of the reader's place.
  const [height] = useState(() => guessHeight(thoughts.length));
  return (
    <div
      ref={settleChunk}
      className={styles['chunk']}
      style={{ containIntrinsicBlockSize: `auto ${height}rem` }}
    >
      {thoughts.map((thought, index) => (
        <div
          key={thought.textID}
          role="listitem"
          tabIndex={-1}
          className={styles['item']}
          data-text-id={thought.textID}
          data-left-off={thought.textID === firstSeen}
        >
          <ThoughtCard thought={thought} isFirst={isFirst && index < EAGER_PHOTOS} />
        </div>
      ))}
    </div>
  );
});

/** How cards of a chunk leave, and leave the view. */
function settleChunk(chunk: HTMLElement | null): () => void {
  const stops = [foldRemoved(chunk), finishOutOfView(chunk)];
  return () => stops.forEach((stop) => stop?.());
}

function hasCard(thoughts: readonly Thought[], textID: string | undefined): boolean {
  return textID !== undefined && thoughts.some((thought) => thought.textID === textID);
}

function guessHeight(cards: number): number {
  return cards * (HEIGHT + GAP) - GAP;
}

/** Infinite scroll: calls when it comes within two screens of view, again with each new key. */
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
