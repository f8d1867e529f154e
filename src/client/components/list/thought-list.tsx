import { memo, useCallback, useMemo, useState, type ReactNode, type RefCallback } from 'react';
import type { Board } from '#client/board.ts';
import { IconButton } from '#client/components/button.tsx';
import { ThoughtCard } from '#client/components/card/thought-card.tsx';
import { Mark } from '#client/components/mark.tsx';
import { UNCOVERED } from '#client/input/click-guard.ts';
import { useStore } from '#client/store/use-store.ts';
import { WORDS } from '#client/words.ts';
import type { OptimisticThought } from '#client/writing/optimistic.ts';
import { createChunks } from './chunks.ts';
import styles from './thought-list.module.css';
import { cardOf, fadeAway, lastPlace, useArrivalMotion } from './motion.ts';

/** Estimated height of a card that was never in view, and the gap between cards (rem). */
const HEIGHT = 7.2;
const GAP = 0.875;

const GROUP_SIZE = 16;

/** Shorter lists are laid out whole: near the page's end Chromium loses the reader's place in a skippable chunk. */
const FEW = 100;

/** More than fill any screen; what does not fit is cut off. */
const SKELETONS = Array.from({ length: 16 }, (_, index) => index);

interface ThoughtListProps {
  board: Board;
  thoughts: readonly OptimisticThought[];
  isLoading: boolean;
  more: boolean;
  onNearEnd: () => void;
  listRef?: RefCallback<HTMLElement>;
  onWrite: () => void;
}

export const ThoughtList = memo(function ThoughtList(props: ThoughtListProps) {
  const { board, thoughts, isLoading, more, onNearEnd, listRef, onWrite } = props;
  const [divide] = useState(() => createChunks<OptimisticThought>());
  const chunks = useMemo(() => divide(thoughts), [divide, thoughts]);
  const groups = Map.groupBy(chunks, ({ number }) => Math.floor(number / GROUP_SIZE));
  useArrivalMotion(thoughts[0]?.textID);
  const { subscribe, openCard } = board.cardEdit;
  const editedID = useStore({ subscribe, get: openCard });
  if (thoughts.length === 0) return isLoading ? <SkeletonList /> : <EmptyBoard onWrite={onWrite} />;
  return (
    <>
      <div role="list" ref={listRef} className={styles['list']}>
        {[...groups].map(([group, ofGroup]) => (
          <Group key={group} size={ofGroup.reduce((sum, { items }) => sum + items.length, 0)}>
            {ofGroup.map((chunk) => (
              <CardChunk
                key={chunk.number}
                board={board}
                thoughts={chunk.items}
                isTop={chunk === chunks[0] || chunk === chunks[1]}
                isSkippable={thoughts.length > FEW}
                editedID={chunk.items.some(({ textID }) => textID === editedID) ? editedID : null}
              />
            ))}
          </Group>
        ))}
        {more && <EndMark key={thoughts.length} onNear={onNearEnd} />}
      </div>
      {/* Before the first answer only the reader's pending thoughts are there. */}
      {isLoading && (
        <div className={styles['loading']}>
          <SkeletonList />
        </div>
      )}
    </>
  );
});

interface CardChunkProps extends Pick<ThoughtListProps, 'board' | 'thoughts'> {
  isTop: boolean;
  isSkippable: boolean;
  editedID: string | null;
}

/** Neighbouring cards, rendered, laid out and painted only as a whole. */
const CardChunk = memo(function CardChunk(props: CardChunkProps) {
  const { board, thoughts, isTop, isSkippable, editedID } = props;
  const style = useGuessedHeight(thoughts.length);
  return (
    <div className={styles['chunk']} style={style} data-skippable={isSkippable && !isTop}>
      {thoughts.map((thought) => (
        <div
          key={thought.textID}
          ref={followRemoval}
          role="listitem"
          tabIndex={-1}
          className={styles['item']}
          data-text-id={thought.textID}
        >
          <ThoughtCard
            board={board}
            thought={thought}
            isTop={isTop}
            isEditing={thought.textID === editedID}
          />
        </div>
      ))}
    </div>
  );
});

/** Chunks that are skipped together while out of view. */
function Group({ size, children }: { size: number; children: ReactNode }) {
  const style = useGuessedHeight(size);
  return (
    <div className={styles['group']} style={style}>
      {children}
    </div>
  );
}

/** Estimated only once: Chromium loses the reader's place when this style changes. */
function useGuessedHeight(cards: number): { containIntrinsicBlockSize: string } {
  const [height] = useState(() => cards * (HEIGHT + GAP) - GAP);
  return { containIntrinsicBlockSize: `auto ${height}rem` };
}

/** A ref for a card: when it is removed it fades, the click guard is notified, and the focus moves on. */
function followRemoval(item: HTMLElement | null): (() => void) | undefined {
  if (item === null) return undefined;
  const list = item.closest('[role="list"]');
  return () => {
    const others = item.contains(document.activeElement) ? othersThan(item) : null;
    const place = lastPlace(item);
    // After everything that goes with it.
    queueMicrotask(() => {
      if (item.isConnected) return;
      if (list?.isConnected) {
        dispatchEvent(new Event(UNCOVERED));
        // It may have moved to another chunk.
        if (place && !cardOf(item.dataset['textId'])) fadeAway(item, place, list);
      }
      if (others === null) return;
      const next = others.find((other) => other.isConnected) ?? document.querySelector('h1');
      next?.focus({ preventScroll: true });
    });
  };
}

/** The cards after one, then those before it, the nearest first. */
function othersThan(item: HTMLElement): HTMLElement[] {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-text-id]')];
  const index = cards.indexOf(item);
  return [...cards.slice(index + 1), ...cards.slice(0, index).toReversed()];
}

/** Infinite scroll: calls `onNear` within two screens of view, again after each remount. */
function EndMark({ onNear }: { onNear: () => void }) {
  const watchView = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const observer = new IntersectionObserver(
        // It may have left and come back since the last call.
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
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

/** Empty cards that fade downwards, the same as in the shell. */
function SkeletonList() {
  return (
    <div className="shell-list" role="status">
      {SKELETONS.map((number) => (
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
  return (
    <div className={styles['empty']}>
      <IconButton title={WORDS.feed.first} className={styles['write']} onClick={onWrite}>
        <Mark />
      </IconButton>
      <p>{WORDS.feed.empty}</p>
    </div>
  );
}
