import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newestFirst } from '#shared/thought.ts';
import { cardElement } from '#client/card-element.ts';
import type { CardView } from '#client/card-view.ts';
import { isAtTop } from './scroll.ts';

/** What is above this (px, in the window) is under the bar. */
const BAR_PX = 64;

/** The reader's own thoughts that were added further up than one can see, until their cards are in view. */
export function useUnseenOwn(cards: readonly CardView[]): readonly string[] {
  const [unseen, setUnseen] = useState<readonly string[]>([]);
  const previous = useRef(cards);
  useLayoutEffect(() => {
    const before = previous.current;
    previous.current = cards;
    const added = addedAbove(cards, before)
      .filter(({ isOwn }) => isOwn)
      .map(({ thought }) => thought.textID)
      .filter((textID) => !isAtTop() && isAboveView(textID));
    if (added.length > 0) setUnseen((others) => [...added, ...others]);
  }, [cards]);
  useEffect(() => {
    if (unseen.length === 0) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.filter(({ isIntersecting }) => isIntersecting);
        const isSeen = (textID: string): boolean =>
          seen.some(({ target }) => target === cardElement(textID));
        if (seen.length > 0) setUnseen((ids) => ids.filter((textID) => !isSeen(textID)));
      },
      { rootMargin: `-${BAR_PX}px 0px 0px` },
    );
    for (const card of unseen.map(cardElement)) if (card) observer.observe(card);
    return () => observer.disconnect();
  }, [unseen]);
  return unseen.filter((textID) => cards.some(({ thought }) => thought.textID === textID));
}

/** The cards above the one that was first before. */
function addedAbove(cards: readonly CardView[], before: readonly CardView[]): readonly CardView[] {
  const [top] = before;
  if (top === undefined) return [];
  const end = cards.findIndex(({ thought }) => newestFirst(thought, top.thought) >= 0);
  const wasThere = ({ thought: { textID } }: CardView): boolean =>
    before.some(({ thought }) => thought.textID === textID);
  return cards.slice(0, Math.max(end, 0)).filter((card) => !wasThere(card));
}

function isAboveView(textID: string): boolean {
  const card = cardElement(textID);
  return card !== null && card.getBoundingClientRect().bottom < BAR_PX;
}
