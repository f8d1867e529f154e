import type { AroundNavHandler } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

const VISITED = 'visited';

/** Marks each address that is opened from within the page, in the browser's history. */
export const markAsVisited: AroundNavHandler = (navigate, to, options) =>
  navigate(to, { ...options, state: VISITED });

/**
 * A ref for a page's heading: it takes the focus when the page was reached by a link, so that the
 * keyboard and the screen reader start there, and not when the page was loaded.
 */
export function useArrivalFocus(): ((heading: HTMLElement | null) => void) | null {
  return useHistoryState() === VISITED ? focusQuietly : null;
}

function focusQuietly(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
}
