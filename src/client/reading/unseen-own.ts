import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newestFirst, type Thought } from '#shared/thought.ts';
import { cardOf } from '#client/components/list/motion.ts';
import { isAtTop } from './scroll.ts';

/** What is above this (px, in the window) is under the bar. */
const BAR_PX = 64;

/** The reader's own thoughts that were added further up than one can see, until their cards are in view. */
export function useUnseenOwn(thoughts: readonly Thought[], uid: string): readonly string[] {
  const [unseen, setUnseen] = useState<readonly string[]>([]);
  const former = useRef(thoughts);
  useLayoutEffect(() => {
    const before = former.current;
    former.current = thoughts;
    const added = addedAbove(thoughts, before)
      .filter((thought) => thought.uID === uid)
      .map(({ textID }) => textID)
      .filter((textID) => !isAtTop() && isAboveView(textID));
    if (added.length > 0) setUnseen((others) => [...added, ...others]);
  }, [thoughts, uid]);
  useEffect(() => {
    if (unseen.length === 0) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.filter(({ isIntersecting }) => isIntersecting);
        const isSeen = (textID: string): boolean =>
          seen.some(({ target }) => target === cardOf(textID));
        if (seen.length > 0) setUnseen((ids) => ids.filter((textID) => !isSeen(textID)));
      },
      { rootMargin: `-${BAR_PX}px 0px 0px` },
    );
    for (const card of unseen.map(cardOf)) if (card) observer.observe(card);
    return () => observer.disconnect();
  }, [unseen]);
  return unseen.filter((textID) => thoughts.some((thought) => thought.textID === textID));
}

/** The thoughts above the first one of before. */
function addedAbove(thoughts: readonly Thought[], before: readonly Thought[]): readonly Thought[] {
  const [top] = before;
  if (top === undefined) return [];
  const end = thoughts.findIndex((thought) => newestFirst(thought, top) >= 0);
  return thoughts
    .slice(0, end === -1 ? 0 : end)
    .filter(({ textID }) => before.every((thought) => thought.textID !== textID));
}

function isAboveView(textID: string): boolean {
  const card = cardOf(textID);
  return card !== null && card.getBoundingClientRect().bottom < BAR_PX;
}
