import { useSyncExternalStore } from 'react';

/** Within this many pixels of the top the reader counts as being there. */
const TOP_ZONE = 8;

/** Whether the page is scrolled to its top. */
export function useIsAtTop(): boolean {
  return useSyncExternalStore(subscribeToScroll, isAtTop);
}

/** Goes to the top of the page. */
export function scrollToTop(): void {
  scrollTo({ top: 0, behavior: 'instant' });
}

function isAtTop(): boolean {
  return scrollY < TOP_ZONE;
}

function subscribeToScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
}
