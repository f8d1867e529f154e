import { createContext, useCallback } from 'react';
import { useRequired } from '#client/components/use-required.ts';
import { scrollToTop } from '#client/reading/scroll.ts';
import type { Store } from '#client/store/store.ts';

type HeadingRef = (heading: HTMLElement | null) => void;

/**
 * Makes a ref for the headings of all pages of an app: a heading takes the focus when its page was
 * reached from another, so that the keyboard and the screen reader start there, and not when the app
 * began with it.
 */
export function createArrivalFocus(): HeadingRef {
  let first: HTMLElement | null = null;
  return (heading) => {
    if (heading === null) return;
    first ??= heading;
    if (heading !== first) heading.focus({ preventScroll: true });
  };
}

/** The ref that all pages share. */
export const ArrivalFocusContext = createContext<HeadingRef | null>(null);

/** The ref for a heading, which takes the focus and scrolls nothing. */
export function useArrivalFocus(): HeadingRef {
  return useRequired(ArrivalFocusContext, 'ArrivalFocusContext');
}

/**
 * The ref for the heading of a signed-in page: the focus goes there, and the page to its top, unless
 * `place` holds where its reader was.
 */
export function useArrival(place?: Store<unknown>): HeadingRef {
  const focusOnArrival = useArrivalFocus();
  return useCallback(
    (heading) => {
      // The page before may have been scrolled.
      if (heading !== null && (place?.get() ?? null) === null) scrollToTop();
      focusOnArrival(heading);
    },
    [place, focusOnArrival],
  );
}
