import { firstVisibleCard } from './first-visible-card.ts';
import { isAtTop } from './scroll.ts';

/** Engines snap a scroll to the screen's own pixels, and say so late. */
const ROUNDING_PX = 2;

interface Anchor {
  card: HTMLElement;
  /** Where it stood in the window, in px. */
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
  const remember = (): void => {
    const card = isAtTop() ? null : firstVisibleCard(list);
    anchor = card && { card, top: card.getBoundingClientRect().top, scrolled: scrollY };
  };
  const hasScrolled = ({ scrolled }: Anchor): boolean =>
    Math.abs(scrolled - scrollY) >= ROUNDING_PX;
  // Between layout and paint: nobody sees the card move and come back.
  const observer = new ResizeObserver(() => {
    const kept = anchor;
    if (!kept?.card.isConnected || hasScrolled(kept)) return remember();
    const moved = (): number => kept.card.getBoundingClientRect().top - kept.top;
    if (moved() !== 0) scrollBy({ top: moved(), behavior: 'instant' });
    // What rounding leaves is made up for by the next change: remembered, it would add up.
    if (Math.abs(moved()) < ROUNDING_PX) kept.scrolled = scrollY;
    else remember();
  });
  const handleScroll = (): void => {
    // An own scroll says so late, and rounded.
    if (anchor === null || hasScrolled(anchor)) remember();
  };
  observer.observe(list);
  addEventListener('scroll', handleScroll, { passive: true });
  return () => {
    observer.disconnect();
    removeEventListener('scroll', handleScroll);
  };
}
