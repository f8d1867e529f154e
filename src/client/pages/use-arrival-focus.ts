import { useLocation } from 'react-router';

/**
 * A ref for a page's heading: it takes the focus when the page was reached by a link, so that the
 * keyboard and the screen reader start there, and not when the page was loaded.
 */
export function useArrivalFocus(): ((heading: HTMLElement | null) => void) | null {
  return useLocation().key === 'default' ? null : focusQuietly;
}

function focusQuietly(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
}
