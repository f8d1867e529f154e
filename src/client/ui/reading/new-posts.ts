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
  const [newest] = useStore(board.feed.state).thoughts;
  const [known, setKnown] = useState(newest);
  // The first thoughts of an empty board are in nobody's way.
  if (known !== newest && (!isBusy || known === undefined)) setKnown(newest);

  const shown = useMemo(() => withoutNewPosts(cards, known), [cards, known]);
  const waiting = cards.length - shown.length;
  const unseen = useOutOfView(shown.filter((card) => card.isOwn && isNewer(card, known)));
  // The pill counts the reader's own thoughts, too, where they did not see them come in.
  const news = waiting + unseen.length;
  useArrivalAnnouncements({ cards, newest, news });

  return {
    shown,
    waiting,
    news,
    release: () => {
      const first = cards.find((card) => unseen.includes(card) || !shown.includes(card));
      scrollToTop();
      moveFocus(first ? [`card ${first.thought.textID}`] : [], () => setKnown(newest));
    },
  };
}

/** Those of some cards that have not been in view yet. */
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
  newest: Thought | undefined;
  news: number;
}

/** Announces thoughts of others at most once in ten seconds: what the pill counts, or how many have come in. */
function useArrivalAnnouncements({ cards, newest, news }: Arrivals) {
  const last = useRef({ known: newest, at: -Infinity });
  useEffect(() => {
    last.current.known ??= newest;
    const count = cards.length - withoutNewPosts(cards, last.current.known).length;
    if (count === 0) return undefined;
    const say = (): void => {
      last.current = { known: newest, at: Date.now() };
      announce(SAID.newThoughts(news || count));
    };
    const timer = setTimeout(say, last.current.at + ANNOUNCED_EVERY_MS - Date.now());
    return () => clearTimeout(timer);
  }, [cards, newest, news]);
}

function isNewer({ thought }: CardView, known: Thought | undefined): boolean {
  return known !== undefined && newestFirst(thought, known) < 0;
}

/** The list without new thoughts of others; all of it when nothing known is left. */
export function withoutNewPosts(
  cards: readonly CardView[],
  known: Thought | undefined,
): readonly CardView[] {
  // The list is newest first: from the first known thought of others on there is nothing new.
  const found = cards.findIndex((card) => !card.isOwn && !isNewer(card, known));
  const end = found === -1 ? cards.length : found;
  const own = cards.slice(0, end).filter(({ isOwn }) => isOwn);
  const rest = own.length === end ? cards : [...own, ...cards.slice(end)];
  return rest.length === 0 ? cards : rest;
}
