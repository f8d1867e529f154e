import { firstVisibleCard } from './first-visible-card.ts';
import { isAtTop } from './scroll.ts';

/** Engines snap a scroll to the screen's own pixels, and say so late. */
const ROUNDING_PX = 2;

interface Anchor {
  card: HTMLElement;
  /** Where it belongs in the window, in px, while the page is scrolled so far. */
  top: number;
  scrolled: number;
}

/**
 * Keeps the card that is read where it stands when what is above it changes its height, in browsers
 * that don't: Safari. Returns the function that ends it.
 */
export function anchorScroll(list: HTMLElement): (() => void) | undefined {
  if (CSS.supports('overflow-anchor', 'auto')) return undefined;
  let anchor: Anchor | null = null;
  const hold = (): void => {
    let rest = 0;
    if (anchor?.card.isConnected && Math.abs(anchor.scrolled - scrollY) < ROUNDING_PX) {
      const moved = topOf(anchor.card) - anchor.top;
      // Parts of a pixel, which engines round, wait for the next time.
      const top = Math.round(moved);
      if (top !== 0) scrollBy({ top, behavior: 'instant' });
      rest = moved - top;
    }
    const card = isAtTop() ? null : firstVisibleCard(list);
    anchor = card && { card, top: topOf(card) - rest, scrolled: scrollY };
  };
  // Comes late: what changed since the scroll may have moved the card as well.
  const follow = (): void => {
    if (anchor !== null && !isAtTop()) {
      anchor.top -= scrollY - anchor.scrolled;
      anchor.scrolled = scrollY;
    }
    hold();
  };
  // Between layout and paint: nobody sees the card move and come back.
  const observer = new ResizeObserver(hold);
  observer.observe(list);
  addEventListener('scroll', follow, { passive: true });
  return () => {
    observer.disconnect();
    removeEventListener('scroll', follow);
  };
}

function topOf(card: HTMLElement): number {
  return card.getBoundingClientRect().top;
}
