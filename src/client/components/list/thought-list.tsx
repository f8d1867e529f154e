import { memo, useMemo, useState, type RefCallback } from 'react';
import { cardElement } from '#client/card-element.ts';
import type { CardActions, CardView } from '#client/card-view.ts';
import { IconButton } from '#client/components/button.tsx';
import { ThoughtCard } from '#client/components/card/thought-card.tsx';
import { Mark } from '#client/components/mark.tsx';
import { SHIFTED } from '#client/input/click-guard.ts';
import { focusTarget, moveFocus } from '#client/input/focus.ts';
import { WORDS } from '#client/words.ts';
import { createGroups, type Chunk, type Group } from './chunks.ts';
import styles from './thought-list.module.css';
import { prepareFade, useArrivalMotion } from './motion.ts';

/** Estimated height of a card that was never in view, and the gap between cards (rem). */
const HEIGHT = 7.2;
const GAP = 0.875;

/** Shorter lists are laid out whole: near the page's end Chromium loses the reader's place in a skippable chunk. */
const LAID_OUT_WHOLE = 100;

/** More skeletons than fill any screen; those that don't fit are cut off. */
const SKELETONS = Array.from({ length: 16 }, (_, index) => index);

interface ThoughtListProps {
  cards: readonly CardView[];
  actions: CardActions;
  isLoading: boolean;
  more: boolean;
  onNearEnd: () => void;
  listRef?: RefCallback<HTMLElement>;
  onWrite: () => void;
}

export const ThoughtList = memo(function ThoughtList(props: ThoughtListProps) {
  const { cards, actions, isLoading, more, onNearEnd, listRef, onWrite } = props;
  const [divide] = useState(() => createGroups<CardView>());
  const groups = useMemo(() => divide(cards), [divide, cards]);
  useArrivalMotion(cards[0]?.thought.textID);
  if (cards.length === 0) return isLoading ? <SkeletonList /> : <EmptyBoard onWrite={onWrite} />;
  return (
    <>
      <div
        role="list"
        ref={listRef}
        className={styles['list']}
        data-skippable={cards.length > LAID_OUT_WHOLE}
      >
        {groups.map((group) => (
          <ChunkGroup key={group.number} part={group} actions={actions} />
        ))}
        {more && <div ref={whenNear(onNearEnd)} aria-hidden="true" />}
      </div>
      {/* Before the first answer only the reader's pending thoughts are there. */}
      {isLoading && <SkeletonList />}
    </>
  );
});

interface PartProps<P> {
  part: P;
  actions: CardActions;
}

/** Chunks that are skipped together while out of view. */
const ChunkGroup = memo(function ChunkGroup({ part, actions }: PartProps<Group<CardView>>) {
  const style = useGuessedHeight(part.items.reduce((sum, { items }) => sum + items.length, 0));
  return (
    <div className={styles['group']} style={style}>
      {part.items.map((chunk) => (
        <CardChunk key={chunk.number} part={chunk} actions={actions} />
      ))}
    </div>
  );
});

/** Neighbouring cards, rendered, laid out and painted only as a whole. */
const CardChunk = memo(function CardChunk({ part, actions }: PartProps<Chunk<CardView>>) {
  const style = useGuessedHeight(part.items.length);
  return (
    <div className={styles['chunk']} style={style}>
      {part.items.map((card) => (
        <div
          key={card.thought.textID}
          ref={followCard}
          role="listitem"
          tabIndex={-1}
          className={styles['item']}
          data-thought={card.thought.textID}
        >
          <ThoughtCard card={card} actions={actions} />
        </div>
      ))}
    </div>
  );
});

/** Estimates the height only once: Chromium loses the reader's place when this style changes. */
function useGuessedHeight(cards: number): { containIntrinsicBlockSize: string } {
  const [height] = useState(() => cards * (HEIGHT + GAP) - GAP);
  return { containIntrinsicBlockSize: `auto ${height}rem` };
}

/** A ref for cards: when one is removed it fades, the click guard is notified, and the focus moves on. */
const followCard: RefCallback<HTMLElement> = (item: HTMLElement) => {
  const { thought: textID = '' } = item.dataset;
  const list = item.closest('[role="list"]');
  const forget = focusTarget(`card ${textID}`)(item);
  return () => {
    forget?.();
    const next = item.contains(document.activeElement) ? othersThan(item, list) : null;
    const fade = prepareFade(item);
    // Waits until everything that is removed with the card is gone.
    queueMicrotask(() => {
      if (item.isConnected) return;
      if (list?.isConnected) {
        dispatchEvent(new Event(SHIFTED));
        // The card may have moved to another chunk.
        if (!cardElement(textID)) fade?.(list);
      }
      if (next) moveFocus([...next.map((id) => `card ${id}` as const), 'heading']);
    });
  };
};

/** The cards after one, then those before it, the nearest first. */
function othersThan(item: Element, list: Element | null): string[] {
  const cards = [...(list?.querySelectorAll<HTMLElement>('[data-thought]') ?? [])];
  const index = cards.findIndex((card) => card === item);
  const others = [...cards.slice(index + 1), ...cards.slice(0, index).toReversed()];
  return others.map(({ dataset }) => dataset['thought'] ?? '');
}

/** Infinite scroll: a ref for the list's end, which calls `onNear` within two screens of view, anew in each render. */
function whenNear(onNear: () => void): RefCallback<HTMLElement> {
  return (element) => {
    const observer = new IntersectionObserver(
      // The end may have left and come back since the last call.
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: '200% 0px' },
    );
    if (element) observer.observe(element);
    return () => observer.disconnect();
  };
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
