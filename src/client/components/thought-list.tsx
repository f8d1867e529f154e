import { useCallback, type RefCallback } from 'react';
import type { Thought } from '#shared/thought.ts';
import { EmptyBoard } from './empty-board.tsx';
import { SkeletonList } from './skeleton-list.tsx';
import { ThoughtCard, type CardActions } from './thought-card.tsx';
import styles from './thought-list.module.css';

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
export function ThoughtList(props: ThoughtListProps) {
  const { items, isLoading, more, uid, editing, typed, actions, onNearEnd, listRef } = props;
  if (isLoading && items.length === 0) return <SkeletonList />;
  if (items.length === 0) return <EmptyBoard />;
  return (
    <ol ref={listRef} className={styles['list']}>
      {items.map(({ thought, isPending }) => (
        <li
          key={thought.textID}
          tabIndex={-1}
          className={styles['item']}
          data-text-id={thought.textID}
          data-own={thought.uID === uid}
        >
          <ThoughtCard
            thought={thought}
            isPending={isPending}
            isOwn={thought.uID === uid}
            edited={editing === thought.textID ? (typed ?? thought.text) : null}
            actions={actions}
          />
        </li>
      ))}
      {more && <EndMark key={items.length} onNear={onNearEnd} />}
    </ol>
  );
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
  return <li ref={watchView} aria-hidden="true" />;
}
