/** Smaller movements (px) are the finger's trembling. */
const STEP_PX = 8;
/** This close to the top (px) it never sinks. */
const TOP_ZONE_PX = 64;
/** What a reader scrolls with; a press may be one of the scrollbar. */
const MOVES = ['wheel', 'touchstart', 'touchmove', 'pointerdown', 'keydown'] as const;
/** The page glides on after a move: a scroll is still the reader's so long (ms) after the last one that was. */
const GLIDE_MS = 400;

/**
 * A ref that marks the element with `data-sunk` while the reader scrolls down, and not when the page
 * goes down by itself: back to a place, or with the cards that come in above.
 */
export function sinkWhileScrolling(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  const stop = new AbortController();
  const options = { passive: true, signal: stop.signal };
  let last = scrollY;
  let movedAt = -Infinity;
  const noteMove = (): void => {
    movedAt = performance.now();
  };
  const update = (): void => {
    const isReaders = performance.now() - movedAt < GLIDE_MS;
    if (isReaders) noteMove();
    if (Math.abs(scrollY - last) < STEP_PX && scrollY > TOP_ZONE_PX) return;
    const isDown = scrollY > last && scrollY > TOP_ZONE_PX;
    if (isReaders || !isDown) element.dataset['sunk'] = String(isDown);
    last = scrollY;
  };
  for (const move of MOVES) addEventListener(move, noteMove, options);
  addEventListener('scroll', update, options);
  return () => stop.abort();
}
