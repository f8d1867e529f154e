/** Within this many pixels of the top the reader counts as being there. */
const TOP_ZONE_PX = 8;

export function isAtTop(): boolean {
  return scrollY < TOP_ZONE_PX;
}

export function furthestScroll(): number {
  return document.documentElement.scrollHeight - innerHeight;
}

export function isNearTop(): boolean {
  return scrollY < innerHeight;
}

export function scrollToTop(): void {
  scrollTo({ top: 0, behavior: 'instant' });
}
