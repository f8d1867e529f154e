/** Smaller movements (px) are the finger's trembling. */
const STEP_PX = 8;
/** This close to the top (px) it never sinks. */
const TOP_ZONE_PX = 64;

/** A ref that marks the element with `data-sunk` while the reader scrolls down. */
export function sinkWhileScrolling(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  let last = scrollY;
  const update = (): void => {
    if (Math.abs(scrollY - last) < STEP_PX && scrollY > TOP_ZONE_PX) return;
    element.dataset['sunk'] = String(scrollY > last && scrollY > TOP_ZONE_PX);
    last = scrollY;
  };
  addEventListener('scroll', update, { passive: true });
  return () => removeEventListener('scroll', update);
}
