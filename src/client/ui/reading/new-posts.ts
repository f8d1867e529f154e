import { useEffect, useMemo, useRef, useState } from 'react';
import { newestFirst, type Thought } from '#shared/thought.ts';
import type { Board } from '#client/state/board.ts';
import { cardElement } from '#client/ui/card-element.ts';
import type { CardView } from '#client/state/card-view.ts';
import { announce } from '#client/ui/components/live-region.tsx';
import { useStore } from '#client/store/use-store.ts';
import { SAID } from '#client/ui/words.ts';
import { moveFocus } from '#client/ui/input/focus.ts';
import { scrollToTop } from './scroll.ts';

/** What is above this (px, in the window) is under the bar. */
const BAR_PX = 64;
const ANNOUNCED_EVERY_MS = 10_000;

/** Holds back new thoughts of others while the reader is busy; edits and removals always show. */
export function useNewPosts(board: Board, isBusy: boolean) {
  const cards = useStore(board.feed.cards);
  const { thoughts } = useStore(board.feed.state);
  const [known, setKnown] = useState(thoughts);
  // The first thoughts of an empty board are in nobody's way.
  if (known !== thoughts && (!isBusy || known.length === 0)) setKnown(thoughts);

  const { shown, own } = useMemo(() => holdBack(cards, known), [cards, known]);
  const waiting = cards.length - shown.length;
  const unseen = useOutOfView(own);
  // The pill counts the reader's own thoughts, too, where they did not see them come in.
  const news = waiting + unseen.length;
  useArrivalAnnouncements({ cards, thoughts, news });

  return {
    shown,
    waiting,
    news,
    release: () => {
      const first = cards.find((card) => unseen.includes(card) || !shown.includes(card));
      scrollToTop();
      moveFocus(first ? [`card ${first.thought.textID}`] : [], () => setKnown(thoughts));
    },
  };
}

/** The cards that have not been scrolled into view yet. */
function useOutOfView(cards: readonly CardView[]): readonly CardView[] {
  const [wasInView, setWasInView] = useState<Readonly<Record<string, boolean>>>({});
  const ids = cards.map(({ thought }) => thought.textID).join(' ');
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) =>
        entries.forEach(({ target, isIntersecting }) => {
          const textID = target.getAttribute('data-thought') ?? '';
          setWasInView((known) => ({ ...known, [textID]: known[textID] || isIntersecting }));
        }),
      { rootMargin: `-${BAR_PX}px 0px 0px` },
    );
    for (const card of ids.split(' ').map(cardElement)) if (card) observer.observe(card);
    return () => observer.disconnect();
  }, [ids]);
  return cards.filter(({ thought }) => wasInView[thought.textID] === false);
}

interface Arrivals {
  cards: readonly CardView[];
  thoughts: readonly Thought[];
  news: number;
}

/** Announces thoughts of others at most once in ten seconds: what the pill counts, or how many have come in. */
function useArrivalAnnouncements({ cards, thoughts, news }: Arrivals) {
  const last = useRef({ known: thoughts, at: -Infinity });
  useEffect(() => {
    if (last.current.known.length === 0) last.current.known = thoughts;
    const count = cards.length - holdBack(cards, last.current.known).shown.length;
    if (count === 0) return undefined;
    const say = (): void => {
      last.current = { known: thoughts, at: performance.now() };
      announce(SAID.newThoughts(news || count));
    };
    const timer = setTimeout(say, last.current.at + ANNOUNCED_EVERY_MS - performance.now());
    return () => clearTimeout(timer);
  }, [cards, thoughts, news]);
}

/** The cards that are not of the known thoughts, but above their end: what is further down is older. */
function newAmong(cards: readonly CardView[], known: readonly Thought[]): readonly CardView[] {
  const end = known.at(-1);
  if (end === undefined) return [];
  // A thought may be dated ahead of all that come after it.
  const ids = new Set(known.map(({ textID }) => textID));
  return cards.filter(({ thought }) => !ids.has(thought.textID) && newestFirst(thought, end) < 0);
}

/** The list without new thoughts of others, or all of it when nothing known is left; and the reader's own new ones. */
export function holdBack(cards: readonly CardView[], known: readonly Thought[]) {
  const { own = [], others = [] } = Object.groupBy(newAmong(cards, known), ({ isOwn }) =>
    isOwn ? 'own' : 'others',
  );
  const held = new Set(others);
  const rest = held.size === 0 ? cards : cards.filter((card) => !held.has(card));
  return { shown: rest.length === 0 ? cards : rest, own };
}
