import { Cloud } from 'lucide-react';
import { memo, useCallback, useMemo, useState, type RefCallback } from 'react';
import type { OwnCards } from '#client/components/card/own-cards.ts';
import { ThoughtCard } from '#client/components/card/thought-card.tsx';
import { WORDS } from '#client/words.ts';
import type { OptimisticThought } from '#client/writing/optimistic.ts';
import { createChunks } from './chunks.ts';
import styles from './thought-list.module.css';
import { tellGone, useArrivalMotion } from './motion.ts';
import { useFocusRescue } from './use-focus-rescue.ts';

/** About how high a card is, and the gap between two, in rem, until they are seen. */
const HEIGHT = 7.2;
const GAP = 0.875;

const EAGER_PHOTOS = 8;

/** More than fill any screen; what does not fit is cut off. */
const SKELETONS = 16;
const SKELETON_CARDS = Array.from({ length: SKELETONS }, (_, index) => index);

interface ThoughtListProps {
  ownCards: OwnCards;
  thoughts: readonly OptimisticThought[];
  isLoading: boolean;
  more: boolean;
  onNearEnd: () => void;
  listRef?: RefCallback<HTMLElement>;
  onWrite: () => void;
}

export const ThoughtList = memo(function ThoughtList(props: ThoughtListProps) {
  const { ownCards, thoughts, isLoading, more, onNearEnd, listRef, onWrite } = props;
  const [divide] = useState(() => createChunks<OptimisticThought>());
  const chunks = useMemo(() => divide(thoughts), [divide, thoughts]);
  const focusRescue = useFocusRescue(thoughts);
  useArrivalMotion(thoughts[0]?.textID);
  if (thoughts.length === 0) return isLoading ? <SkeletonList /> : <EmptyBoard onWrite={onWrite} />;
  return (
    <>
      <div role="list" ref={listRef} className={styles['list']} {...focusRescue}>
        {chunks.map(({ number, items }, index) => (
          <CardChunk key={number} ownCards={ownCards} thoughts={items} isFirst={index === 0} />
        ))}
        {more && <EndMark key={thoughts.length} onNear={onNearEnd} />}
      </div>
      {/* What is there before the first answer is the reader's own, and not all. */}
      {isLoading && (
        <div className={styles['loading']}>
          <SkeletonList />
        </div>
      )}
    </>
  );
});

interface CardChunkProps extends Pick<ThoughtListProps, 'ownCards' | 'thoughts'> {
  isFirst: boolean;
}

/** Some neighbours of the list: drawn again, laid out and painted only as a whole. */
const CardChunk = memo(function CardChunk(props: CardChunkProps) {
  const { ownCards, thoughts, isFirst } = props;
  // Guessed only once: a change of this style would make the browser let go of the reader's place.
  const [height] = useState(() => thoughts.length * (HEIGHT + GAP) - GAP);
  return (
    <div className={styles['chunk']} style={{ containIntrinsicBlockSize: `auto ${height}rem` }}>
      {thoughts.map((thought, index) => (
        <div
          key={thought.textID}
          ref={tellGone}
          role="listitem"
          tabIndex={-1}
          className={styles['item']}
          data-text-id={thought.textID}
        >
          <ThoughtCard
            ownCards={ownCards}
            thought={thought}
            isFirst={isFirst && index < EAGER_PHOTOS}
          />
        </div>
      ))}
    </div>
  );
});

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

/** Empty cards that fade downwards, each as high as a short thought; the shell has the same. */
function SkeletonList() {
  return (
    <div className="shell-list" role="status">
      {SKELETON_CARDS.map((number) => (
        <div key={number} className="shell-card" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
      <span className="shell-visually-hidden">{WORDS.feed.loading}</span>
    </div>
  );
}

function EmptyBoard({ onWrite }: { onWrite: () => void }) {
  const { first } = WORDS.feed;
  return (
    <div className={styles['empty']}>
      <button
        type="button"
        title={first}
        aria-label={first}
        className={styles['write']}
        onClick={onWrite}
      >
        <Cloud aria-hidden="true" />
      </button>
      <p>{WORDS.feed.empty}</p>
    </div>
  );
}
