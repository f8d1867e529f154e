import { memo, useEffect, useMemo, useState, type RefCallback } from 'react';
import { cardElement } from '#client/ui/card-element.ts';
import type { CardActions } from '#client/state/card-actions.ts';
import type { CardView } from '#client/state/card-view.ts';
import { IconButton } from '#client/ui/components/button.tsx';
import { ThoughtCard } from '#client/ui/components/card/thought-card.tsx';
import { Mark } from '#client/ui/components/mark.tsx';
import { SHIFTED, SHIFTING } from '#client/browser/click-guard.ts';
import { moveFocus, passFocusOn } from '#client/ui/input/focus.ts';
import { WORDS } from '#client/ui/words.ts';
import { createGroups, type Chunk, type Group } from './chunks.ts';
import styles from './thought-list.module.css';
import { prepareFade, useArrivalMotion } from './motion.ts';

/** Shorter lists are laid out whole: near the page's end Chromium loses the reader's place in a skippable chunk. */
const LAID_OUT_WHOLE = 100;

/** Milliseconds after which what has come in is laid out and painted. */
const SETTLED_MS = 1_000;

/** More skeletons than fill any screen; those that don't fit are cut off. */
const SKELETONS = Array.from({ length: 16 }, (_, index) => index);

interface ThoughtListProps {
  /** What a screen reader calls it. */
  label: string;
  cards: readonly CardView[];
  actions: CardActions;
  isLoading: boolean;
  more: boolean;
  onNearEnd: () => void;
  listRef?: RefCallback<HTMLElement>;
  onWrite: () => void;
}

export const ThoughtList = memo(function ThoughtList(props: ThoughtListProps) {
  const { label, cards, actions, isLoading, more, onNearEnd, listRef, onWrite } = props;
  const [divide] = useState(() => createGroups<CardView>());
  const groups = useMemo(() => divide(cards), [divide, cards]);
  useArrivalMotion(cards[0]?.thought.textID);
  if (cards.length === 0) return isLoading ? <SkeletonList /> : <EmptyBoard onWrite={onWrite} />;
  return (
    <>
      <div role="list" aria-label={label} ref={listRef} className={styles['list']}>
        {groups.map((group, index) => (
          <ChunkGroup
            key={group.number}
            part={group}
            actions={actions}
            place={Math.min(index, 2)}
            isLong={cards.length > LAID_OUT_WHOLE}
          />
        ))}
        {more && <div ref={whenNear(onNearEnd)} aria-hidden="true" />}
      </div>
      {/* Before the first answer only the reader's pending thoughts are there. */}
      {isLoading && <SkeletonList />}
    </>
  );
});

type PartProps<P> = { part: P; actions: CardActions };
type GroupProps = PartProps<Group<CardView>> & { place: number; isLong: boolean };
type ChunkProps = PartProps<Chunk<CardView>> & { isSkippable: boolean };

/** Chunks that are skipped together while out of view; `place` is which group it is: 0, 1, or 2 for all others. */
const ChunkGroup = memo(function ChunkGroup({ part, actions, place, isLong }: GroupProps) {
  const count = part.items.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <div className={styles['group']} {...useSkipping(count, place === 2)}>
      {part.items.map((chunk, index) => (
        <CardChunk
          key={chunk.number}
          part={chunk}
          actions={actions}
          // Never the list's first two, where one that can be skipped is a root of layout shifts; see motion.ts.
          isSkippable={isLong && place + index >= 2}
        />
      ))}
    </div>
  );
});

/** Neighbouring cards, rendered, laid out and painted only as a whole. */
const CardChunk = memo(function CardChunk({ part, actions, isSkippable }: ChunkProps) {
  return (
    <div className={styles['chunk']} {...useSkipping(part.items.length, isSkippable)}>
      {part.items.map((card) => (
        <div
          key={card.thought.textID}
          ref={followCard}
          role="listitem"
          data-thought={card.thought.textID}
        >
          <ThoughtCard card={card} actions={actions} />
        </div>
      ))}
    </div>
  );
});

/**
 * Estimates the height of a part once, and begins to skip it late: Chromium loses the reader's place when these
 * styles change as a card comes in.
 */
function useSkipping(cards: number, isSkippable: boolean) {
  const [height] = useState(`calc(${cards} * (var(--card-height) + var(--gap)) - var(--gap))`);
  const [isSkipped, setSkipped] = useState(isSkippable);
  useEffect(() => {
    if (!isSkippable) return undefined;
    const timer = setTimeout(() => setSkipped(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isSkippable]);
  return { style: { containIntrinsicBlockSize: `auto ${height}` }, 'data-skippable': isSkipped };
}

/** A ref for cards: when one is removed it fades, the click guard is notified, and the focus moves on. */
const followCard: RefCallback<HTMLElement> = (item: HTMLElement) => {
  const { thought: textID = '' } = item.dataset;
  const list = item.closest('[role="list"]');
  return () => {
    const next = item.contains(document.activeElement) ? othersThan(item, list) : null;
    dispatchEvent(new Event(SHIFTING));
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
      <IconButton
        ref={passFocusOn}
        title={WORDS.feed.first}
        className={styles['write']}
        onClick={onWrite}
      >
        <Mark />
      </IconButton>
      <p>{WORDS.feed.empty}</p>
    </div>
  );
}
