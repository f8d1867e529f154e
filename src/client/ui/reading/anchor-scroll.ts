import type { Store } from '#client/store/store.ts';
import { cardsInView, isAtTop } from './scroll.ts';

/** Engines snap a scroll to device pixels, and report it late. */
const ROUNDING_PX = 2;

interface Anchor {
  /** Where the cards in view belong (px, in the window); the first one still there counts. */
  cards: { card: HTMLElement; top: number }[];
  scrolled: number;
}

/** Scroll anchoring for browsers that have none: Safari. `cards` change before the list does. */
export function anchorScroll(list: HTMLElement, cards: Store<unknown>, stop: AbortSignal): void {
  if (CSS.supports('overflow-anchor', 'auto')) return;
  let anchor: Anchor | null = null;
  const hold = (scrolledBy: number): void => {
    // If that card was deleted, the next one takes its place.
    const kept = anchor?.cards.find(({ card }) => card.isConnected);
    const moved = kept === undefined ? 0 : topOf(kept.card) - (kept.top - scrolledBy);
    // Fractions of a pixel, which engines round, wait for the next adjustment.
    const top = Math.round(moved);
    if (top !== 0) scrollBy({ top, behavior: 'instant' });
    anchor = isBetweenEnds() ? anchorAt(list, moved - top) : null;
  };
  const adjust = (): void => {
    if (anchor !== null && Math.abs(scrolledSince(anchor)) >= ROUNDING_PX) anchor = null;
    hold(0);
  };
  const follow = (): void => {
    if (isAtTop()) anchor = null;
    hold(anchor === null ? 0 : scrolledSince(anchor));
  };
  // The observer runs between layout and paint, so no jump is visible.
  const observer = new ResizeObserver(adjust);
  observer.observe(list);
  addEventListener('scroll', follow, { passive: true, signal: stop });
  // The page may become too short for a scroll before its event comes: then nothing tells how far it led.
  const unsubscribe = cards.subscribe(follow);
  // After a jump, the cards have yet to be rendered. In WebKit the event does not bubble.
  const rendered = 'contentvisibilityautostatechange';
  list.addEventListener(rendered, follow, { capture: true, signal: stop });
  stop.addEventListener('abort', () => {
    observer.disconnect();
    unsubscribe();
  });
}

function anchorAt(list: HTMLElement, rest: number): Anchor {
  const cards = cardsInView(list).map((card) => ({ card, top: topOf(card) - rest }));
  return { cards, scrolled: scrollY };
}

/** How far the reader scrolled; a page that became too short scrolled back by itself. */
function scrolledSince({ scrolled }: Anchor): number {
  return furthestScroll() < scrolled ? 0 : scrollY - scrolled;
}

/** Whether the page is neither at its top, where arrivals should show, nor bouncing past its end. */
function isBetweenEnds(): boolean {
  return !isAtTop() && scrollY < furthestScroll() + ROUNDING_PX;
}

function furthestScroll(): number {
  return document.documentElement.scrollHeight - innerHeight;
}

function topOf(card: HTMLElement): number {
  return card.getBoundingClientRect().top;
}
