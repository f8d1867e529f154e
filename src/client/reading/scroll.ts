/** Within this many pixels of the top the reader counts as being there. */
const TOP_ZONE_PX = 8;

export function isAtTop(): boolean {
  return scrollY < TOP_ZONE_PX;
}

/** How far down (px) the page can be scrolled. */
export function furthestScroll(): number {
  return document.documentElement.scrollHeight - innerHeight;
}

/** Whether the top is so near that going there takes no reader from their place. */
export function isNearTop(): boolean {
  return scrollY < innerHeight;
}

export function scrollToTop(): void {
  scrollTo({ top: 0, behavior: 'instant' });
}
