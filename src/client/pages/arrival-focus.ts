import { createContext, useCallback } from 'react';
import { useRequired } from './use-board.ts';
import { scrollToTop } from '#client/reading/scroll.ts';
import type { Store } from '#client/store/store.ts';

type HeadingRef = (heading: HTMLElement | null) => void;

/** Makes the ref by which a heading takes the focus when its page was reached from another. */
export function createArrivalFocus(): HeadingRef {
  let first: HTMLElement | null = null;
  return (heading) => {
    if (heading === null) return;
    first ??= heading;
    if (heading !== first) heading.focus({ preventScroll: true });
  };
}

export const ArrivalFocusContext = createContext<HeadingRef | null>(null);

export function useArrivalFocus(): HeadingRef {
  return useRequired(ArrivalFocusContext, 'ArrivalFocusContext');
}

/** The same for a signed-in page, which begins at its top unless `place` holds where its reader was. */
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
